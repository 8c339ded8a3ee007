import { createHash, randomUUID } from "node:crypto";
import { openAccounts } from "../account/accounts.ts";
import type { Accounts } from "../account/accounts.ts";
import type { AccountSettings, Auth } from "../account/auth.ts";
import { signUp } from "../account/sign-up.ts";
import type { Services } from "../context.ts";
import { openMail } from "../mail/mail.ts";
import type { Mail } from "../mail/mail.ts";
import { checkSession } from "../session/check.ts";
import type { CheckedSession } from "../session/check.ts";
import type { OpenedSession } from "../session/open-session.ts";
import { TEST_SECRET, testMailer } from "./people.ts";

export const TEST_ORIGIN = { address: "192.0.2.1", device: "A test" };

export interface TestAccounts extends Accounts {
  mailer: ReturnType<typeof testMailer>;
  /** The emails written so far, oldest first. */
  mails: () => Mail[];
}

/**
 * By default, an installation without email and other sign-in providers. Password hashes are salted like the product's, but fast;
 * `slowHashes` is for tests of the hashes themselves.
 */
export function testAccounts(
  services: Services,
  { slowHashes = false, ...changed }: Partial<AccountSettings> & { slowHashes?: boolean } = {},
): TestAccounts {
  const mailer = testMailer();
  const settings: AccountSettings = {
    webUrl: mailer.webUrl,
    secret: TEST_SECRET,
    signUp: "open",
    mailIsSent: false,
    github: null,
    oidc: null,
    ...changed,
  };
  const accounts = openAccounts(services, settings, mailer);
  return {
    ...accounts,
    auth: slowHashes ? accounts.auth : () => accounts.auth().then(withQuickHashes),
    mailer,
    mails: () => mailer.sealed.map((sealed) => openMail(TEST_SECRET, sealed)),
  };
}

function withQuickHashes(auth: Auth): Auth {
  const hashOf = (password: string, salt: string) =>
    `${salt}:${createHash("sha256").update(salt).update(password).digest("hex")}`;
  Object.assign(auth.context.password, {
    hash: async (password: string) => hashOf(password, randomUUID()),
    verify: async ({ hash, password }: { hash: string; password: string }) =>
      hash === hashOf(password, hash.split(":")[0] ?? ""),
  });
  return auth;
}

export const TEST_PASSWORD = "correct horse battery";

export interface TestPerson extends OpenedSession {
  session: CheckedSession;
}

/** A person who has just signed up and is signed in. */
export async function newTestPerson(accounts: Accounts, email: string): Promise<TestPerson> {
  const input = { name: "Ada", email, password: TEST_PASSWORD };
  const answer = await signUp({ accounts, origin: TEST_ORIGIN, input });
  if (answer.kind !== "signed-in") throw new Error("no session was opened");
  const { session } = answer;
  const { services } = accounts;
  return { ...session, session: await checkSession({ services, input: { secret: session.secret } }) };
}
