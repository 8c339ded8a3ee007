import type { Database } from "../database.ts";
import { addJob } from "../jobs/add-job.ts";
import type { WorkspaceTx } from "../workspace-tx.ts";

export const DELETE_WORKSPACE = "delete-workspace";
/** Uploads that have begun are waited for, and a database that is away. */
const ATTEMPTS = 25;

export interface Closing {
  now: Date;
  /** Who deletes it, for the operator's log: nothing else remains. */
  by: string;
}

/**
 * Within the workspace's transaction: nobody and nothing gets in from now on, nothing is sent any more, and its slug is
 * available again. A job removes the rest. Returns who was a member.
 */
export async function closeWorkspace(tx: WorkspaceTx, { now, by }: Closing): Promise<string[]> {
  const id = tx.workspaceId ?? "";
  const { slug } = await tx.prisma.workspace.findUniqueOrThrow({ where: { id }, select: { slug: true } });
  const data = { deletedAt: now, slug: `deleted~${id}` };
  await tx.prisma.workspace.update({ where: { id }, data });
  const members = await tx.prisma.membership.findMany({ select: { personId: true } });
  await tx.prisma.membership.deleteMany({});
  const revoked = { where: { revokedAt: null }, data: { revokedAt: now } };
  await tx.prisma.token.updateMany(revoked);
  await tx.prisma.shareLink.updateMany(revoked);
  await tx.prisma.invitation.updateMany(revoked);
  await tx.prisma.ciIdentity.deleteMany({});
  await tx.prisma.channel.deleteMany({});
  await tx.prisma.sloAlert.deleteMany({});
  await tx.prisma.experiment.updateMany({ where: { badge: { not: null } }, data: { badge: null } });
  // What their writers still send counts as late, and is not stored.
  await tx.prisma.liveRun.updateMany({ data: { state: "finished" } });
  await addJob(tx, {
    name: DELETE_WORKSPACE,
    payload: { slug, by },
    key: DELETE_WORKSPACE,
    attempts: ATTEMPTS,
  });
  return members.map(({ personId }) => personId);
}

/** Ends the sessions of people who are no longer a member of any workspace. */
export async function endSessionsWithoutWorkspace(
  { lookup }: Database,
  people: readonly string[],
  at: Date,
): Promise<void> {
  for (const personId of people) {
    const left = await lookup.membershipsOf(personId);
    if (left.length === 0) await lookup.closeSessions({ personId, at, only: null, kept: null });
  }
}
