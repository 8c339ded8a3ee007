import { z } from "zod";
import { PASSWORD_LONGEST, PASSWORD_SHORTEST } from "./auth.ts";

export const emailField = z.email("give an address such as ada@example.com").trim().max(320);
export const passwordField = z
  .string()
  .min(PASSWORD_SHORTEST, `a password has ${PASSWORD_SHORTEST} characters or more`)
  .max(PASSWORD_LONGEST, `a password has ${PASSWORD_LONGEST} characters at most`);
/** Of a password that is only compared: whatever it is, it is right or wrong. */
export const givenPassword = z.string().min(1, "give the password").max(1_000);
export const nameField = z
  .string()
  .trim()
  .min(1, "give a name")
  .max(200, "a name has 200 characters at most");
