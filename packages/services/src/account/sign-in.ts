import { z } from "zod";
import { HeadroomError } from "@headroom/core";
import { countAttempt, forgetAttempts } from "../attempt/count.ts";
import { parseInput } from "../parse-input.ts";
import { openSession } from "../session/open-session.ts";
import type { OpenedSession } from "../session/open-session.ts";
import type { Accounts, Origin } from "./accounts.ts";
import { refusedBy } from "./auth-error.ts";
import { inAccounts } from "./auth-flow.ts";
import { mailConfirmation } from "./confirm.ts";
import { emailField, givenPassword } from "./words.ts";

export const signInInput = z.strictObject({ email: emailField, password: givenPassword });

export type SignInAnswer = { kind: "signed-in"; session: OpenedSession } | { kind: "mail" };

/** Opens a session if the password is right. An unknown address gets the same answer as a wrong password. */
export async function signIn({
  accounts,
  origin,
  input,
}: {
  accounts: Accounts;
  origin: Origin;
  input: z.input<typeof signInInput>;
}): Promise<SignInAnswer> {
  const { services, settings } = accounts;
  const { email, password } = parseInput(signInInput, input);
  await countAttempt(services, "sign-in address", origin.address);
  const fromAddress = `${email} ${origin.address}`;
  await countAttempt(services, "sign-in email from address", fromAddress);
  await countAttempt(services, "sign-in email", email);
  const auth = await accounts.auth();
  const person = await inAccounts(services, async (_flow, tx) => {
    const { user } = await auth.api
      .signInEmail({ body: { email, password } })
      .catch((error: unknown) => refusedBy(error, wrong));
    if (!settings.mailIsSent || user.emailVerified) return { id: user.id };
    await mailConfirmation(accounts, tx, user);
    return null;
  });
  if (person === null) return { kind: "mail" };
  await forgetAttempts(services, "sign-in email from address", fromAddress);
  await forgetAttempts(services, "sign-in email", email);
  const session = await openSession(services, { personId: person.id, device: origin.device });
  return { kind: "signed-in", session };
}

const wrong = () => new HeadroomError("credentials-wrong", "Wrong email or password.", { field: "password" });
