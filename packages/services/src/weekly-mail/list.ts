import type { Services } from "../context.ts";
import type { CheckedSession } from "../session/check.ts";

interface OwnWeeklyMail {
  workspaceId: string;
  workspaceName: string;
  /** Null: it is off. */
  on: { timeZone: string; dueAt: Date } | null;
}

export interface OwnWeeklyMails {
  /** Mail goes to nobody else's address. */
  addressConfirmed: boolean;
  /** Of each workspace that the person is in, by its name. */
  workspaces: OwnWeeklyMail[];
}

/** Which of their workspaces a person gets a weekly mail about. */
export async function listOwnWeeklyMails({
  services,
  session: { person, memberships },
}: {
  services: Services;
  session: CheckedSession;
}): Promise<OwnWeeklyMails> {
  const read = memberships.map(async ({ workspaceId, name }) =>
    services.db.inWorkspace(workspaceId, async (tx) => {
      const key = { workspaceId_personId: { workspaceId, personId: person.id } };
      const found = await tx.prisma.weeklyMail.findUnique({ where: key });
      const self = await tx.prisma.person.findUnique({
        where: { id: person.id },
        select: { emailVerified: true },
      });
      const on = found === null ? null : { timeZone: found.timeZone, dueAt: found.dueAt };
      return { confirmed: self?.emailVerified === true, own: { workspaceId, workspaceName: name, on } };
    }),
  );
  const found = await Promise.all(read);
  return {
    addressConfirmed: found.some(({ confirmed }) => confirmed),
    workspaces: found.map(({ own }) => own),
  };
}
