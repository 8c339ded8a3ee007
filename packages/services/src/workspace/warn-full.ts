import { findFullWorkspaces, readMembers, readQuota, readStoredBytes, totalBytes } from "@headroom/db";
import type { WorkspaceTx } from "@headroom/db";
import type { Services } from "../context.ts";
import { addJob } from "../jobs/add-job.ts";
import { MAIL_ATTEMPTS, SEND_MAIL } from "../mail/mail.ts";
import type { Mailer } from "../mail/mail.ts";
import { storageMail } from "../mail/words.ts";

/** Owners hear of it twice: while there is time to act, and when uploads are refused. */
const WARNED_AT = [100, 80] as const;
/** Below this, a warning is forgotten, so that the next one is sent again. */
const FORGOTTEN_BELOW = 70;

/** Mails the owners of workspaces that are near their limit, once each time. Returns how many workspaces. */
export async function warnFullWorkspaces({
  services,
  mailer,
  input: { maxBytes },
}: {
  services: Services;
  mailer: Mailer;
  /** Null: only workspaces with a quota of their own are limited. */
  input: { maxBytes: number | null };
}): Promise<number> {
  const near = { share: Math.min(...WARNED_AT) / 100, maxBytes };
  let warned = 0;
  for (const workspaceId of await services.db.asJobs((tx) => findFullWorkspaces(tx, near))) {
    const warn = (tx: WorkspaceTx) => warnOwners(tx, { workspaceId, mailer, maxBytes });
    warned += Number(await services.db.inWorkspace(workspaceId, warn));
  }
  return warned;
}

async function warnOwners(
  tx: WorkspaceTx,
  { workspaceId: id, mailer, ...limit }: { workspaceId: string; mailer: Mailer; maxBytes: number | null },
): Promise<boolean> {
  // Locked: another process may be doing the same.
  await tx.query("select from workspace where id = $1 for no key update", [id]);
  const { name, storageWarned } = await tx.prisma.workspace.findUniqueOrThrow({ where: { id } });
  const usedBytes = totalBytes(await readStoredBytes(tx));
  const maxBytes = (await readQuota(tx)).storedBytes ?? limit.maxBytes;
  const percent = maxBytes === null ? 0 : (usedBytes / maxBytes) * 100;
  const level = WARNED_AT.find((at) => percent >= at) ?? 0;
  if (level <= storageWarned && (storageWarned === 0 || percent >= FORGOTTEN_BELOW)) return false;
  await tx.prisma.workspace.update({ where: { id }, data: { storageWarned: level } });
  if (maxBytes === null || level <= storageWarned) return false;
  const { webUrl } = mailer;
  for (const { email: to, role } of await readMembers(tx)) {
    if (role !== "owner") continue;
    const mail = storageMail({ to, workspaceName: name, usedBytes, maxBytes, webUrl });
    await addJob(tx, {
      name: SEND_MAIL,
      payload: { sealed: mailer.seal(mail) },
      key: null,
      attempts: MAIL_ATTEMPTS,
    });
  }
  return true;
}
