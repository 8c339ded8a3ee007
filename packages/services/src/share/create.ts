import { MOST_SHARE_DAYS, newShare, USUAL_SHARE_DAYS } from "@headroom/contract";
import type { ShareSubject } from "@headroom/contract";
import { COMMIT_KINDS, CONFIGURED_KINDS, DAY_MILLIS, HeadroomError } from "@headroom/core";
import type { z } from "zod";
import type { SharedKind } from "@headroom/core";
import { writeAudit } from "../audit.ts";
import { shownByLink } from "../audit-share.ts";
import type { Context } from "../context.ts";
import { parseInput } from "../parse-input.ts";
import { requireScope } from "../scope.ts";
import { encodeSecret, hashSecret } from "../secret.ts";
import type { TrafficRetention } from "../traffic/roll-up.ts";
import { freeze as freezeSubject } from "./freeze.ts";
import { hashPassphrase } from "./passphrase.ts";
import { roundsName } from "./shared-rounds.ts";
import { requireShared, sharedBy } from "./subject.ts";
import type { SharedThings } from "./subject.ts";

export const SHARE_DAYS = { usual: USUAL_SHARE_DAYS, most: MOST_SHARE_DAYS } as const;

const SUBJECTS: Record<SharedKind, string> = {
  run: "run",
  comparison: "comparison",
  rounds: "rounds",
  "peak-day": "peak day",
  readiness: "readiness report",
  gameday: "gameday",
};

export interface CreatedShare {
  id: string;
  /** Returned only once: only the hash of its secret is stored. */
  path: string;
  expiresAt: Date;
}

/** Creates a link that shows one thing to anyone who has it. */
export async function createShare({
  ctx,
  input,
  freeze = null,
}: {
  ctx: Context;
  input: z.input<typeof newShare>;
  /** Of rounds and readiness reports: they stay as they are now. Null: they are always current. */
  freeze?: { keepDays: TrafficRetention } | null;
}): Promise<CreatedShare> {
  requireScope(ctx, "edit");
  const { subject, expiresInDays, passphrase, configuration, commits } = parseInput(newShare, input);
  requireRuns(subject, { configuration, commits });
  const things = sharedBy(subject);
  const runIds = things.places.map(({ runId }) => runId);
  const { workspaceId } = ctx;
  const id = ctx.newId();
  const secret = encodeSecret(ctx.newSecretBytes());
  const createdAt = ctx.clock();
  const expiresAt = new Date(createdAt.getTime() + expiresInDays * DAY_MILLIS);
  const frozen =
    freeze === null ? null : await freezeSubject(ctx, { subject, configuration, at: createdAt, ...freeze });
  const passphraseHash = passphrase === null ? null : await hashPassphrase(passphrase);
  await ctx.db.inWorkspace(workspaceId, async (tx) => {
    const { serviceId } = await requireShared(tx, ctx, things);
    await tx.prisma.shareLink.createMany({
      data: [
        {
          id,
          workspaceId,
          subjectKind: subject.kind,
          secretHash: Buffer.from(hashSecret(secret)),
          passphraseHash,
          ...storedThings(things),
          serviceId,
          ...(frozen === null ? {} : { frozen }),
          showsConfiguration: configuration,
          showsCommits: commits,
          createdBy: ctx.actor.kind === "person" ? ctx.actor.id : null,
          createdAt,
          expiresAt,
        },
      ],
    });
    await tx.prisma.shareLinkRun.createMany({
      data: things.places.map((place) => ({ workspaceId, shareLinkId: id, ...place })),
    });
    await writeAudit(tx, ctx, {
      action: "share.create",
      subjectKind: "share",
      subjectId: id,
      detail: {
        of: SUBJECTS[subject.kind],
        ...(frozen === null ? {} : { frozen: true }),
        ...shownByLink({ ...things, runIds, serviceId }),
        ...(things.rounds === null ? {} : { rounds: roundsName(things.rounds.rounds) }),
        expiresAt: expiresAt.toISOString(),
        passphrase: passphrase !== null,
        ...(configuration ? { configuration: true } : {}),
        ...(commits ? { commits: true } : {}),
      },
    });
  });
  return { id, path: `/share/${secret}`, expiresAt };
}

/** What a link would never show isn't chosen by mistake. */
function requireRuns(
  { kind }: ShareSubject,
  { configuration, commits }: { configuration: boolean; commits: boolean },
): void {
  if (commits && !COMMIT_KINDS.some((one) => one === kind))
    throw new HeadroomError("parameter-unreadable", `A ${SUBJECTS[kind]} shows no commits of runs.`, {
      field: "commits",
      hint: "Links of a run or a comparison can show them.",
    });
  if (!configuration || CONFIGURED_KINDS.some((one) => one === kind)) return;
  throw new HeadroomError("parameter-unreadable", `A ${SUBJECTS[kind]} shows no configuration of runs.`, {
    field: "configuration",
    hint: "Links of a run, a comparison or rounds can show it.",
  });
}

function storedThings({ reference, judged, peakDayId, gamedayId, rounds }: SharedThings) {
  const stored = { referenceRunId: reference, judged, peakDayId, gamedayId };
  return rounds === null ? stored : { ...stored, rounds: rounds.rounds };
}
