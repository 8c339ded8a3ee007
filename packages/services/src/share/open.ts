import { JUDGED_SIDES } from "@headroom/contract";
import type { JudgedSide } from "@headroom/contract";
import type { ShareLinkFound, ShareLinkModel } from "@headroom/db";
import type { Services } from "../context.ts";
import { contextOf } from "../context.ts";
import { findShareLink, linkNotValid } from "./find.ts";
import type { ShareContext } from "./share-context.ts";
import { isUnlocked, renewUnlocked } from "./unlock.ts";
import type { UnlockedShare } from "./unlock.ts";

/** As it was shared: with which letters, and compared with which run. */
export type OpenedSubject =
  | { kind: "run"; runId: string }
  | {
      kind: "comparison";
      runIds: string[];
      positions: number[];
      reference: string;
      judged: JudgedSide | null;
    }
  | { kind: "rounds"; serviceId: string }
  | { kind: "peak-day" | "readiness"; peakDayId: string }
  | { kind: "gameday"; gamedayId: string };

export type OpenedShare =
  | { state: "locked" }
  | {
      state: "open";
      ctx: ShareContext;
      subject: OpenedSubject;
      expiresAt: Date;
      /** For somebody who stays; null: the link has no passphrase. */
      renewed: UnlockedShare | null;
    };

interface OpenShareInput {
  secret: string;
  /** What `unlockShare` returned, if the passphrase was already given. */
  proof: string | null;
  signingSecret: Uint8Array;
  /** False: for a link preview, which doesn't count as a person opening it. */
  counted: boolean;
}

/** What a link shows to anyone who has it: a context that can read only that. */
export async function openShare({
  services,
  input: { secret, proof, signingSecret, counted },
}: {
  services: Services;
  input: OpenShareInput;
}): Promise<OpenedShare> {
  const link = await findShareLink(services, secret);
  if (!isUnlocked(services, link, { proof, signingSecret })) return { state: "locked" };
  const found = await readSubject(services, link);
  if (found === null) throw linkNotValid();
  const { subject, showsConfiguration, showsCommits } = found;
  if (counted) await services.db.lookup.noteShareLinkOpened(link.id, services.clock());
  const actor = {
    kind: "share",
    id: link.id,
    showsConfiguration,
    showsCommits,
    ...shownBy(subject),
  } as const;
  return {
    state: "open",
    ctx: { ...contextOf(services, link.workspaceId, actor), actor },
    subject,
    expiresAt: link.expiresAt,
    renewed: renewUnlocked(services, link, { proof, signingSecret }),
  };
}

function shownBy(subject: OpenedSubject) {
  const nothing = { runIds: [], peakDayId: null, reportOf: null, roundsOf: null, gamedayId: null };
  switch (subject.kind) {
    case "run":
      return { ...nothing, runIds: [subject.runId] };
    case "comparison":
      return { ...nothing, runIds: subject.runIds };
    case "rounds":
      return { ...nothing, roundsOf: subject.serviceId };
    case "peak-day":
      return { ...nothing, peakDayId: subject.peakDayId };
    case "readiness":
      return { ...nothing, reportOf: subject.peakDayId };
    case "gameday":
      return { ...nothing, gamedayId: subject.gamedayId };
  }
}

/** Null: all of its runs are gone. */
async function readSubject(
  services: Services,
  found: ShareLinkFound,
): Promise<{ subject: OpenedSubject; showsConfiguration: boolean; showsCommits: boolean } | null> {
  const { id: shareLinkId, workspaceId } = found;
  const { runs, link } = await services.db.inWorkspace(workspaceId, async (tx) => ({
    runs: await tx.prisma.shareLinkRun.findMany({ where: { shareLinkId }, orderBy: { position: "asc" } }),
    link: await tx.prisma.shareLink.findUnique({
      where: { id: shareLinkId },
      select: {
        referenceRunId: true,
        judged: true,
        peakDayId: true,
        serviceId: true,
        gamedayId: true,
        showsConfiguration: true,
        showsCommits: true,
      },
    }),
  }));
  const subject = subjectOf(found, runs, link);
  const { showsConfiguration = false, showsCommits = false } = link ?? {};
  return subject === null ? null : { subject, showsConfiguration, showsCommits };
}

type StoredLink = Pick<ShareLinkModel, "referenceRunId" | "judged" | "peakDayId" | "serviceId" | "gamedayId">;

function subjectOf(
  { subjectKind }: ShareLinkFound,
  runs: readonly { runId: string; position: number }[],
  link: StoredLink | null,
): OpenedSubject | null {
  if (link?.peakDayId != null)
    return { kind: subjectKind === "readiness" ? "readiness" : "peak-day", peakDayId: link.peakDayId };
  if (link?.serviceId != null) return { kind: "rounds", serviceId: link.serviceId };
  if (link?.gamedayId != null) return { kind: "gameday", gamedayId: link.gamedayId };
  const [first] = runs;
  if (first === undefined) return null;
  if (subjectKind === "run") return { kind: "run", runId: first.runId };
  return comparedBy(runs, { first, reference: link?.referenceRunId, judged: link?.judged });
}

interface StoredPair {
  first: { runId: string };
  reference: string | null | undefined;
  judged: string | null | undefined;
}

function comparedBy(
  runs: readonly { runId: string; position: number }[],
  { first, reference, judged }: StoredPair,
): Extract<OpenedSubject, { kind: "comparison" }> {
  return {
    kind: "comparison",
    runIds: runs.map(({ runId }) => runId),
    positions: runs.map(({ position }) => position),
    reference: (runs.find(({ runId }) => runId === reference) ?? first).runId,
    // If one of the two is gone, nothing is left that was judged.
    judged: runs.length === 2 ? (JUDGED_SIDES.find((one) => one === judged) ?? null) : null,
  };
}
