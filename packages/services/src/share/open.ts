import type { Services } from "../context.ts";
import { contextOf } from "../context.ts";
import { findShareLink, linkNotValid } from "./find.ts";
import type { ShareContext } from "./share-context.ts";
import type { ShareSubject } from "./subject.ts";
import { isUnlocked } from "./unlock.ts";

export type OpenedShare =
  { state: "locked" } | { state: "open"; ctx: ShareContext; subject: ShareSubject; expiresAt: Date };

interface OpenShareInput {
  secret: string;
  /** What `unlockShare` gave, if the passphrase was given before. */
  proof: string | null;
  signingSecret: Uint8Array;
  /** False: for a preview, which is no look of a person. */
  counted: boolean;
}

/** What a link shows, for whoever has it: a context that can read just that. */
export async function openShare({
  services,
  input: { secret, proof, signingSecret, counted },
}: {
  services: Services;
  input: OpenShareInput;
}): Promise<OpenedShare> {
  const link = await findShareLink(services, secret);
  if (!isUnlocked(services, link, { proof, signingSecret })) return { state: "locked" };
  const runIds = await readRunsOf(services, link.workspaceId, link.id);
  const [first] = runIds;
  if (first === undefined) throw linkNotValid();
  if (counted) await services.db.lookup.noteShareLinkOpened(link.id, services.clock());
  const actor = { kind: "share", id: link.id, runIds } as const;
  return {
    state: "open",
    ctx: { ...contextOf(services, link.workspaceId, actor), actor },
    subject: link.subjectKind === "run" ? { kind: "run", runId: first } : { kind: "comparison", runIds },
    expiresAt: link.expiresAt,
  };
}

async function readRunsOf(services: Services, workspaceId: string, shareLinkId: string): Promise<string[]> {
  const runs = await services.db.inWorkspace(workspaceId, (tx) =>
    tx.prisma.shareLinkRun.findMany({ where: { shareLinkId }, orderBy: { position: "asc" } }),
  );
  return runs.map(({ runId }) => runId);
}
