import type { JudgedSide, JudgementAnswer } from "@headroom/contract";
import { isSimulated, reasonWords } from "@headroom/core";
import { readListedRuns } from "@headroom/db";
import type { ListedRunRead, RunModel, WorkspaceTx } from "@headroom/db";
import type { Context } from "../../context.ts";
import { requireScope } from "../../scope.ts";
import { readJudgements } from "../record/judgement-answer.ts";
import { readRunRow } from "../record/choose-window.ts";
import { readRunId } from "../record/get.ts";
import { storedWarnings } from "../record/stored.ts";
import { likeOf } from "./level-runs.ts";
import { baselineOf, chooseBaseline, lastGoodAlike } from "./choose-baseline.ts";
import type { ChosenBaseline } from "./choose-baseline.ts";

/** The run that people mean when they ask how another one has changed. */
export interface RunReference {
  reference: {
    id: string;
    number: number;
    chosen: "pinned" | "last-good";
    /** How many runs its level has, of which it is the newest; 1: it is compared with alone. */
    runs: number;
    /** Compares the two as the run is judged. */
    judged: JudgedSide;
  } | null;
  /** The one before it on its branch, made like it, whatever came out of it; null: there is none, or it is the reference itself. */
  previous: { id: string; number: number } | null;
  /** Where there is none before it, a run after it. */
  next: { id: string; number: number } | null;
  /** What a gate concluded of it last, if one asked by rules of its own. */
  gate: JudgementAnswer | null;
  /** Why there is no reference; null if there is one. */
  why: string | null;
  /** The experiment has other runs, one of which can be chosen by hand. */
  hasOthers: boolean;
}

/** What a run is compared with: its experiment's pinned baseline, or else the last good run before it, as a gate chooses. */
export async function getRunReference({
  ctx,
  input,
}: {
  ctx: Context;
  input: { runId: string };
}): Promise<RunReference> {
  requireScope(ctx, "read");
  const runId = readRunId(input.runId);
  return ctx.db.inWorkspace(ctx.workspaceId, async (tx) => {
    const run = await readRunRow(tx, ctx, runId);
    const { asked } = await readJudgements(tx, run);
    const gate = asked[0] ?? null;
    const baseline = (await ofItsJudgement(tx, run)) ?? (await choose(tx, ctx, run));
    if (baseline.run !== null) {
      const { id, number } = baseline.run;
      const chosen = baseline.chosen === "pinned" ? "pinned" : "last-good";
      const runs = baseline.level.length + 1;
      const judged: JudgedSide = runs > 1 ? "level" : "run";
      const previous = await previousOf(tx, run);
      return {
        reference: { id, number, chosen, runs, judged },
        previous: previous?.id === id && runs === 1 ? null : previous,
        next: null,
        gate,
        why: null,
        hasOthers: true,
      };
    }
    const { experimentId } = run;
    const others = await readListedRuns(tx, { serviceId: null, experimentId, limit: LOOKED_AT });
    const previous = await previousOf(tx, run);
    const later = others.findLast((one) => one.id !== run.id && !ranBefore(one, run) && isShown(one, run));
    return {
      reference: null,
      previous,
      next: previous !== null || later === undefined ? null : { id: later.id, number: later.number },
      gate,
      why: reasonWords(baseline.why),
      hasOthers: others.length > 1,
    };
  });
}

const LOOKED_AT = 5;

async function previousOf(tx: WorkspaceTx, run: RunModel): Promise<RunReference["previous"]> {
  const like = { ...likeOf(run), branches: [run.branch] };
  const earlier = await readListedRuns(tx, { ...like, placedBefore: run, limit: LOOKED_AT });
  // A run that was uploaded long after it ran is placed by its upload, and later ones ran before it.
  const found =
    earlier.find((one) => isBefore(one, run) && isShown(one, run)) ??
    (await readListedRuns(tx, like))
      .filter((one) => ranBefore(one, run) && isShown(one, run))
      .toSorted((a, b) => startOf(b) - startOf(a))[0];
  return found === undefined ? null : { id: found.id, number: found.number };
}

function ranBefore(one: Pick<RunModel, "startedAt">, run: Pick<RunModel, "startedAt">): boolean {
  return one.startedAt !== null && run.startedAt !== null && one.startedAt < run.startedAt;
}

function startOf({ startedAt }: Pick<RunModel, "startedAt">): number {
  return startedAt?.getTime() ?? 0;
}

function isBefore(one: Pick<RunModel, "startedAt">, run: Pick<RunModel, "startedAt">): boolean {
  return one.startedAt === null || run.startedAt === null || one.startedAt <= run.startedAt;
}

/** A run that was set aside shows nothing, and a simulated one says nothing about a real one. */
function isShown({ setAside, warnings }: ListedRunRead, run: RunModel): boolean {
  return setAside === null && isSimulated(warnings) === isSimulated(storedWarnings(run.warnings));
}

/** What the run is judged against, so that its page and its comparison say the same; null: nothing, or it was deleted. */
async function ofItsJudgement(tx: WorkspaceTx, run: RunModel): Promise<ChosenBaseline | null> {
  const own = await tx.prisma.judgement.findFirst({ where: { runId: run.id, isOwn: true } });
  if (own === null || own.referenceRunId === null) return null;
  const found = await baselineOf(tx, run, { id: own.referenceRunId, level: own.referenceLevel });
  return found.run === null ? null : found;
}

/** A gate has no baseline for a simulated run. People compare it with others of its kind. */
async function choose(tx: WorkspaceTx, ctx: Context, run: RunModel): Promise<ChosenBaseline> {
  if (!isSimulated(storedWarnings(run.warnings))) return chooseBaseline(tx, ctx, { run });
  const pinned = await chooseBaseline(tx, ctx, { run, baseline: "pinned" });
  const isPinned = pinned.run === null && pinned.why.some(({ code }) => code === "is-baseline");
  return pinned.run !== null || isPinned ? pinned : lastGoodAlike(tx, run);
}
