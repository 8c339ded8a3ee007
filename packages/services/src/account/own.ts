import { z } from "zod";
import { closeSessionsOf, readAccountRows, updateAccountRows } from "@headroom/db";
import { countAttempt, forgetAttempts } from "../attempt/count.ts";
import type { Services } from "../context.ts";
import { parseInput } from "../parse-input.ts";
import type { CheckedSession } from "../session/check.ts";
import { announce } from "../announce.ts";
import type { Accounts } from "./accounts.ts";
import { inAccounts } from "./auth-flow.ts";
import { checkOwnPassword } from "./own-password.ts";
import { endResetLinks } from "./reset-links.ts";
import { givenPassword, nameField, passwordField } from "./words.ts";

export interface OwnAccount {
  hasPassword: boolean;
  /** Sign-in providers connected to this person. */
  services: string[];
}

/** How this person can sign in. */
export async function getOwnAccount({
  services,
  session: { person },
}: {
  services: Services;
  session: CheckedSession;
}): Promise<OwnAccount> {
  const rows = await services.db.asAccounts((tx) =>
    readAccountRows(tx, "account", [{ column: "person_id", operator: "=", value: person.id }], { limit: 20 }),
  );
  const providers = rows.map(({ provider }) => String(provider));
  return {
    hasPassword: providers.includes("credential"),
    services: providers.filter((provider) => provider !== "credential"),
  };
}

export const renameSelfInput = z.strictObject({ name: nameField });

export async function renameSelf({
  services,
  session: { person },
  input,
}: {
  services: Services;
  session: CheckedSession;
  input: z.input<typeof renameSelfInput>;
}): Promise<void> {
  const { name } = parseInput(renameSelfInput, input);
  await services.db.asAccounts((tx) =>
    updateAccountRows(tx, "person", [{ column: "id", operator: "=", value: person.id }], {
      name,
      updated_at: services.clock(),
    }),
  );
}

export const changePasswordInput = z.strictObject({
  /** Not asked of people who have no password yet. */
  current: givenPassword.nullable(),
  password: passwordField,
});

/**
 * Sets a password, if the current one is right, and signs out every other session. Returns how many. Reset links that
 * were asked for before stop working.
 */
export async function changePassword({
  accounts,
  session: { person, sessionId },
  input,
}: {
  accounts: Accounts;
  session: CheckedSession;
  input: z.input<typeof changePasswordInput>;
}): Promise<number> {
  const { services } = accounts;
  const { current, password } = parseInput(changePasswordInput, input);
  await countAttempt(services, "password person", person.id);
  const { context } = await accounts.auth();
  const closed = await inAccounts(services, async (_flow, tx) => {
    await checkOwnPassword({ context }, person.id, { given: current, field: "current" });
    const known = await context.internalAdapter.findCredentialAccount(person.id);
    const hash = await context.password.hash(password);
    if (known) await context.internalAdapter.updatePassword(person.id, hash);
    else {
      await context.internalAdapter.createAccount({
        userId: person.id,
        providerId: "credential",
        accountId: person.id,
        password: hash,
      });
    }
    await endResetLinks(tx, person.id);
    return closeSessionsOf(tx, { personId: person.id, at: services.clock(), kept: sessionId });
  });
  await announce(services, [person.id]);
  await forgetAttempts(services, "password person", person.id);
  return closed;
}
