import { z } from "zod";
import { MAX_PASSWORD_LENGTH, PASSWORD_SHORTEST } from "./auth.ts";
import { whyGuessable } from "./guessable.ts";

export const emailField = z.email("enter an email address such as ada@example.com").trim().max(320);
export const passwordField = z
  .string()
  .min(PASSWORD_SHORTEST, `a password needs at least ${PASSWORD_SHORTEST} characters`)
  .max(MAX_PASSWORD_LENGTH, `a password can have at most ${MAX_PASSWORD_LENGTH} characters`)
  .superRefine((password, context) => refuseGuessable(password, null, context));
/** For a password that is only compared: any value is either right or wrong. */
export const givenPassword = z.string().min(1, "enter the password").max(1_000);
export const nameField = z
  .string()
  .trim()
  .min(1, "enter a name")
  .max(200, "a name can have at most 200 characters");

export function refuseGuessable(
  password: string,
  email: string | null,
  context: z.RefinementCtx,
  path: string[] = [],
): void {
  const why = whyGuessable(password, email);
  if (why !== null)
    context.addIssue({ code: "custom", path, message: `choose a password that is harder to guess: ${why}` });
}
