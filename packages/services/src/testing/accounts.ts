import { openAccounts } from "../account/accounts.ts";
import type { Accounts } from "../account/accounts.ts";
import type { AccountSettings } from "../account/auth.ts";
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

/** By default, an installation without email and other sign-in providers. */
export function testAccounts(services: Services, changed: Partial<AccountSettings> = {}): TestAccounts {
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
  return {
    ...openAccounts(services, settings, mailer),
    mailer,
    mails: () => mailer.sealed.map((sealed) => openMail(TEST_SECRET, sealed)),
  };
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
