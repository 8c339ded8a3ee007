import type { Role } from "@headroom/core";
import { contextOf } from "../context.ts";
import type { Context, Services } from "../context.ts";
import type { CheckedSession } from "../session/check.ts";
import { checkSession } from "../session/check.ts";
import { openSession } from "../session/open-session.ts";
import { createMailer, openMail } from "../mail/mail.ts";
import type { Mail, Mailer } from "../mail/mail.ts";
import type { Tenant } from "./tenant.ts";

export const TEST_SECRET = Buffer.from("a secret of tests and nothing else");

/** A new person, signed in. */
export async function signInSomebody(
  services: Services,
  email: string,
): Promise<CheckedSession & { secret: string }> {
  const personId = await services.db.lookup.ensurePerson({ id: services.newId(), email, name: email });
  const { secret } = await openSession(services, { personId, device: null });
  return { ...(await checkSession({ services, input: { secret } })), secret };
}

/** A new person who is a member of the tenant. */
export async function addMember(
  services: Services,
  tenant: Tenant,
  { email, role }: { email: string; role: Role },
): Promise<Context & { personId: string }> {
  const { person } = await signInSomebody(services, email);
  await services.db.inWorkspace(tenant.workspaceId, (tx) =>
    tx.prisma.membership.create({ data: { workspaceId: tenant.workspaceId, personId: person.id, role } }),
  );
  const ctx = contextOf(services, tenant.workspaceId, { kind: "person", id: person.id, role });
  return { ...ctx, personId: person.id };
}

/** Really encrypts, and remembers what it encrypted for assertions. */
export function testMailer(): Mailer & { sealed: string[]; last: () => Mail } {
  const mailer = createMailer({ secret: TEST_SECRET, webUrl: "http://headroom.test" });
  const sealed: string[] = [];
  return {
    ...mailer,
    sealed,
    seal(mail) {
      const one = mailer.seal(mail);
      sealed.push(one);
      return one;
    },
    last: () => openMail(TEST_SECRET, sealed.at(-1) ?? ""),
  };
}
