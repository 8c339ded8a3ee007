import { z } from "zod";
import type { ComparedRun, RoundsComparison, RoundsRow } from "@headroom/contract";
import { readComparedLabels, readComparedRuns, readLabelCounts, readRoundRuns } from "@headroom/db";
import type { ComparedLabel, ComparedRunRead, RoundRuns, Rounds, WorkspaceTx } from "@headroom/db";
import type { Context } from "../context.ts";
import { parseInput } from "../parse-input.ts";
import { readRunId } from "../run/record/get.ts";
import { requireScope } from "../scope.ts";
import { findService } from "../service/find.ts";
import {
  differencesBetween,
  figuresOf,
  fingerprintOf,
  toComparedRun,
  whatChangedBetween,
} from "./compared-run.ts";
import { findLostLabels, untoldIn } from "./find-lost-labels.ts";
import { labelsLookedAt, mixOf } from "./label-rows.ts";
import { toMetricRows, worstOf } from "./metric-rows.ts";
import { toSideRun } from "./pair-question.ts";
import { readRunLoads } from "./run-load.ts";
import type { RunLoad } from "./run-load.ts";

/** The database cannot be asked for a null character. */
const word = z
  .string()
  .min(1)
  .max(200)
  .transform((text) => text.replaceAll("\0", ""));
const runs = z.array(z.string()).max(200);
/** Experiments on a page, and pairs that are tested. */
export const MOST_ROUNDS = 60;

const roundsInput = z.strictObject({
  serviceSlug: word,
  /** Which run of an experiment is of the first round and which of the second; the latest where several are. */
  rounds: z.discriminatedUnion("by", [
    z.strictObject({ by: z.literal("configuration"), key: word, before: word, after: word }),
    z.strictObject({ by: z.literal("date"), split: z.coerce.date() }),
    z.strictObject({ by: z.literal("runs"), before: runs, after: runs }),
  ]),
  skip: z.int().min(0).default(0),
  limit: z.int().min(1).max(100).default(MOST_ROUNDS),
  webUrl: z.string(),
});

/** All experiments of a service, first round against second: what a fix has done to each of them. */
export async function getRoundsComparison({
  ctx,
  input,
}: {
  ctx: Context;
  input: z.input<typeof roundsInput>;
}): Promise<RoundsComparison> {
  requireScope(ctx, "read");
  const { serviceSlug, rounds: given, skip, limit, webUrl } = parseInput(roundsInput, input);
  const rounds =
    given.by === "runs"
      ? { ...given, before: given.before.map(readRunId), after: given.after.map(readRunId) }
      : given;
  return ctx.db.inWorkspace(ctx.workspaceId, async (tx) =>
    readRounds(tx, { service: await findService(tx, ctx, serviceSlug), rounds, skip, limit, webUrl }),
  );
}

interface ReadRoundsInput {
  service: RoundsComparison["service"];
  rounds: Rounds;
  skip?: number;
  limit?: number;
  webUrl: string;
}

/** For verbs that have made sure that their actor may see the service. */
export async function readRounds(
  tx: WorkspaceTx,
  { service, rounds, skip = 0, limit = MOST_ROUNDS, webUrl }: ReadRoundsInput,
): Promise<RoundsComparison> {
  const found = await readRoundRuns(tx, { serviceId: service.id, rounds, skip, limit });
  const runIds = found
    .flatMap(({ beforeRunId, afterRunId }) => [beforeRunId, afterRunId])
    .filter((id) => id !== null);
  const reads = await readComparedRuns(tx, runIds);
  const labels = await readComparedLabels(tx, { runIds, busiest: labelsLookedAt(runIds.length) });
  const counts = await readLabelCounts(tx, runIds);
  const loads = await readRunLoads(tx, reads.map(toSideRun));
  const key = rounds.by === "configuration" ? rounds.key : null;
  const rows = found.map((one) => toRow(one, { reads, labels, loads, counts, key, webUrl }));
  return { service, rows: inOrder(rows), total: found[0]?.total ?? 0 };
}

interface RowReads {
  reads: readonly ComparedRunRead[];
  labels: readonly ComparedLabel[];
  loads: ReadonlyMap<string, RunLoad>;
  counts: ReadonlyMap<string, number>;
  /** The key of the configuration that tells the rounds apart. */
  key: string | null;
  webUrl: string;
}

function toRow(
  { experimentId, slug, name, group, beforeRunId, afterRunId }: RoundRuns,
  { reads, labels, loads, counts, key, webUrl }: RowReads,
): RoundsRow {
  const readOf = (id: string | null) => reads.find(({ run }) => run.id === id) ?? null;
  const [first, second] = [readOf(beforeRunId), readOf(afterRunId)];
  const before = first === null ? null : toComparedRun(first, { letter: "A", webUrl });
  const after = second === null ? null : toComparedRun(second, { letter: "B", webUrl });
  const printOf = (read: ComparedRunRead, compared: ComparedRun) =>
    fingerprintOf(read, compared, { labels: mixOf(labels, compared.id), load: loads.get(compared.id) });
  return {
    experiment: { id: experimentId, slug, name, group },
    state: stateOf(before, after),
    before,
    after,
    metrics: toMetricRows({
      figures: [before, after].map((run) => (run === null ? null : figuresOf(run))),
      reference: 0,
      runs: [before ?? NO_TARGETS, after ?? NO_TARGETS],
      label: null,
    }),
    comparability:
      first === null || second === null || before === null || after === null
        ? null
        : {
            run: 1,
            whatChanged: whatChangedBetween(before, after, key),
            ...differencesBetween(printOf(first, before), printOf(second, after), {
              usualDays: 0,
              ...findLostLabels(labels, {
                before: [{ read: first, compared: before }],
                level: [],
                after: [{ read: second, compared: after }],
                labels: counts.get(before.id) ?? 0,
                untold: untoldIn(labels, [after.id]),
              }),
            }),
          },
  };
}

const NO_TARGETS = { targets: [] };

function stateOf(before: ComparedRun | null, after: ComparedRun | null): RoundsRow["state"] {
  if (before !== null) return after === null ? "no-second-run" : "pair";
  return after === null ? "no-run" : "no-first-run";
}

const ORDER: Record<RoundsRow["state"], number> = {
  pair: 0,
  "no-second-run": 1,
  "no-first-run": 2,
  "no-run": 3,
};

/** What the table of rounds shows, and errors for what they cost. */
const SORTED_BY = ["throughput", "p99", "error-rate"] as const;

/** Pairs by worst change first, then what has no pair yet. */
function inOrder(rows: readonly RoundsRow[]): RoundsRow[] {
  const figures = (run: ComparedRun | null) => (run === null ? null : figuresOf(run));
  const badness = new Map(
    rows.map((row) => [row, worstOf([figures(row.before), figures(row.after)], 0, SORTED_BY).badness]),
  );
  const bad = (row: RoundsRow) => badness.get(row) ?? 0;
  return rows.toSorted(
    (a, b) => ORDER[a.state] - ORDER[b.state] || (bad(a) === bad(b) ? 0 : bad(b) - bad(a)),
  );
}
