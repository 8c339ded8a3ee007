import { z } from "zod";
import { HeadroomError } from "@headroom/core";
import type { Verdict } from "@headroom/core";
import { Prisma } from "@headroom/db";
import type { RunModel } from "@headroom/db";
import { writeAudit } from "../../audit.ts";
import type { Context } from "../../context.ts";
import { parseInput } from "../../parse-input.ts";
import { requireScope } from "../../scope.ts";
import { noteRun } from "../edit/decide-again.ts";
import { readRunRow } from "../record/choose-window.ts";
import { readRunId } from "../record/get.ts";
import { holdRunRow } from "../record/hold-run-row.ts";
import { judgeRun } from "./judge-run.ts";
import { runSpanOf } from "../record/run-span.ts";
import type { SteadyByHand } from "../record/steady-by-hand.ts";
import { storedPhase } from "../record/stored.ts";

export const setSteadyInput = z.strictObject({
  runId: z.string(),
  /** Seconds from the run's origin; null: detect it again. */
  window: z.strictObject({ fromSeconds: z.number(), toSeconds: z.number() }).nullable(),
  webUrl: z.string(),
});

/** Replaces the detected steady phase with a member's, or returns to the detected one. The run is judged and compared again. */
export async function setSteady({
  ctx,
  input,
}: {
  ctx: Context;
  input: z.input<typeof setSteadyInput>;
}): Promise<{ before: Verdict | null; verdict: Verdict | null }> {
  requireScope(ctx, "edit");
  const { runId, window, webUrl } = parseInput(setSteadyInput, input);
  const id = readRunId(runId);
  const set = ctx.db.inWorkspace(
    ctx.workspaceId,
    async (tx) => {
      const run = await holdRunRow(tx, () => readRunRow(tx, ctx, id));
      const byHand: SteadyByHand | null =
        window === null
          ? null
          : {
              ...withinRun(runSpanOf(run), window),
              by: ctx.actor.kind === "person" ? ctx.actor.id : null,
              at: ctx.clock().toISOString(),
            };
      await tx.prisma.run.update({
        where: { id },
        data: { steadyByHand: byHand === null ? Prisma.DbNull : { ...byHand } },
      });
      const { run: after } = await judgeRun(tx, { runId: id, targetSetId: run.targetSetId, webUrl });
      if (byHand !== null && !hasPhase(after)) throw nothingOverTime();
      if (after.status !== "receiving") await noteRun(tx, after);
      const verdicts = { before: run.verdict, verdict: after.verdict };
      const detail = {
        ...verdicts,
        fromSeconds: byHand?.fromSeconds ?? null,
        toSeconds: byHand?.toSeconds ?? null,
      };
      await writeAudit(tx, ctx, { action: "run.set-steady", subjectKind: "run", subjectId: id, detail });
      return verdicts as { before: Verdict | null; verdict: Verdict | null };
    },
    { patient: true },
  );
  return set;
}

function hasPhase({ steady, phase }: RunModel): boolean {
  return steady !== null || storedPhase(phase)?.counted !== undefined;
}

type Span = { fromSeconds: number; toSeconds: number };

/** In whole seconds, like cells, and within the run. */
function withinRun(span: Span | null, asked: Span): Span {
  if (span === null) throw nothingOverTime();
  const fromSeconds = Math.max(span.fromSeconds, Math.round(asked.fromSeconds));
  const toSeconds = Math.min(span.toSeconds, Math.round(asked.toSeconds));
  if (fromSeconds < toSeconds) return { fromSeconds, toSeconds };
  throw new HeadroomError("parameter-unreadable", "The steady phase would be empty or outside the run.", {
    field: "window",
    hint: `The run spans ${span.fromSeconds} s to ${span.toSeconds} s.`,
  });
}

function nothingOverTime(): HeadroomError {
  return new HeadroomError(
    "parameter-unreadable",
    "This run has no time series, so it can't have a steady phase.",
    {
      field: "window",
      hint: "A totals-only file can't be split into windows. Send the tool's raw results.",
    },
  );
}
