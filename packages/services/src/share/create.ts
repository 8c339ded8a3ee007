import { MOST_SHARE_DAYS } from "@headroom/contract";
import { z } from "zod";
import { writeAudit } from "../audit.ts";
import type { Context } from "../context.ts";
import { parseInput } from "../parse-input.ts";
import { requireScope } from "../scope.ts";
import { encodeSecret, hashSecret } from "../secret.ts";
import type { TrafficRetention } from "../traffic/roll-up.ts";
import { freezeReport } from "./frozen-report.ts";
import { hashPassphrase } from "./passphrase.ts";
import { requireShared, sharedBy, shareSubject, type ShareSubject } from "./subject.ts";

export const SHARE_DAYS = { usual: 30, most: MOST_SHARE_DAYS } as const;
const PASSPHRASE_SHORTEST = 8;
const DAY_MILLIS = 86_400_000;

export const newShare = z.strictObject({
  subject: shareSubject,
  expiresInDays: z.int().min(1).max(SHARE_DAYS.most).default(SHARE_DAYS.usual),
  passphrase: z
    .string()
    .min(PASSPHRASE_SHORTEST, `a passphrase needs at least ${PASSPHRASE_SHORTEST} characters`)
    .max(200, "a passphrase can have at most 200 characters")
    .nullable()
    .default(null),
});

const SUBJECTS: Record<ShareSubject["kind"], string> = {
  run: "run",
  comparison: "comparison",
  "peak-day": "peak day",
  readiness: "readiness report",
};

export interface CreatedShare {
  id: string;
  /** Returned only once: only the hash of its secret is stored. */
  path: string;
  expiresAt: Date;
}

/** Creates a link that shows one run, comparison, peak day or readiness report to anyone who has it. */
export async function createShare({
  ctx,
  input,
  freeze = null,
}: {
  ctx: Context;
  input: z.input<typeof newShare>;
  /** Of a readiness report: it stays as it is now. Null: it is always the current one. */
  freeze?: { keepDays: TrafficRetention } | null;
}): Promise<CreatedShare> {
  requireScope(ctx, "edit");
  const { subject, expiresInDays, passphrase } = parseInput(newShare, input);
  const { places, reference, peakDayId } = sharedBy(subject);
  const runIds = places.map(({ runId }) => runId);
  const { workspaceId } = ctx;
  const id = ctx.newId();
  const secret = encodeSecret(ctx.newSecretBytes());
  const createdAt = ctx.clock();
  const expiresAt = new Date(createdAt.getTime() + expiresInDays * DAY_MILLIS);
  const frozen = freeze === null ? null : await freezeReport(ctx, { subject, at: createdAt, ...freeze });
  const passphraseHash = passphrase === null ? null : await hashPassphrase(passphrase);
  await ctx.db.inWorkspace(workspaceId, async (tx) => {
    await requireShared(tx, ctx, { runIds, peakDayId });
    await tx.prisma.shareLink.createMany({
      data: [
        {
          id,
          workspaceId,
          subjectKind: subject.kind,
          secretHash: Buffer.from(hashSecret(secret)),
          passphraseHash,
          referenceRunId: reference,
          peakDayId,
          ...(frozen === null ? {} : { frozen }),
          createdBy: ctx.actor.kind === "person" ? ctx.actor.id : null,
          createdAt,
          expiresAt,
        },
      ],
    });
    await tx.prisma.shareLinkRun.createMany({
      data: places.map((place) => ({ workspaceId, shareLinkId: id, ...place })),
    });
    await writeAudit(tx, ctx, {
      action: "share.create",
      subjectKind: "share",
      subjectId: id,
      detail: {
        of: SUBJECTS[subject.kind],
        ...(frozen === null ? {} : { frozen: true }),
        ...(peakDayId === null ? { runs: runIds } : { peakDay: peakDayId }),
        expiresAt: expiresAt.toISOString(),
        passphrase: passphrase !== null,
      },
    });
  });
  return { id, path: `/share/${secret}`, expiresAt };
}
