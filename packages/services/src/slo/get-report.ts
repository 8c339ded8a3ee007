import type { SloReport } from "@headroom/contract";
import {
  ALL_LABEL,
  budgetHistory,
  budgetOf,
  narrowestWidth,
  periodsOf,
  SPENDING_SECONDS,
  worstSpending,
} from "@headroom/core";
import type { Spending, TalliedCell } from "@headroom/core";
import { readTrafficCells, readTrafficDue } from "@headroom/db";
import type { SloModel, WorkspaceTx } from "@headroom/db";
import type { Context } from "../context.ts";
import { requireScope } from "../scope.ts";
import { coverTraffic } from "../traffic/cover-traffic.ts";
import type { TrafficRetention } from "../traffic/roll-up.ts";
import { readObjectives } from "./answer-slo.ts";
import type { StoredSlo } from "./answer-slo.ts";
import { at, readBeside, spanOf, statusOf, times } from "./measure-slo.ts";
import { readTallies, tallyCells } from "./read-tallies.ts";
import { requireSlo } from "./require-slo.ts";

const MAX_HISTORY_POINTS = 240;
/** Ten minutes each, joined where they follow each other. */
const MAX_SPENDING = 10;
const MAX_LABELS = 3;
/** A deploy that breaks something comes first. */
const EVENT_SECONDS = 1_800;

/** How an SLO is doing, how its budget went down in the window, and what spent it. */
export async function getSloReport({
  ctx,
  keepDays,
  input: { id },
}: {
  ctx: Context;
  keepDays: TrafficRetention;
  input: { id: string };
}): Promise<SloReport> {
  requireScope(ctx, "read");
  return ctx.db.inWorkspace(ctx.workspaceId, async (tx) => {
    const slo = await requireSlo(tx, ctx, id);
    const [stored = { slo, objectives: [] }] = await readObjectives(tx, [slo]);
    const span = spanOf(slo, ctx.clock());
    const range = { from: span.readFrom, to: span.until };
    const cells = await readTallies(tx, ctx, stored, { range, keepDays });
    const window = { from: span.from, to: span.until };
    const { allowedRequests } = budgetOf(periodsOf(cells, window));
    const width = narrowestWidth(
      (seconds) => seconds % SPENDING_SECONDS === 0 && (span.to - span.from) / seconds <= MAX_HISTORY_POINTS,
    );
    const spent: SloReport["spent"] = [];
    for (const spending of worstSpending(cells, window, MAX_SPENDING))
      spent.push(await explainSpending(tx, stored, spending, allowedRequests));
    return {
      ...statusOf(cells, span, await readBeside(tx, slo.serviceId, span)),
      history: budgetHistory(cells, window, width).map(({ second, requests, left }) => {
        return { at: at(second), requests, leftPercent: { low: left.low * 100, high: left.high * 100 } };
      }),
      spent,
    };
  });
}

async function explainSpending(
  tx: WorkspaceTx,
  stored: StoredSlo,
  spending: Spending,
  allowedRequests: number,
): Promise<SloReport["spent"][number]> {
  const { from, to, tally } = spending;
  const bad = { low: tally.badLow, high: tally.badHigh };
  return {
    from: at(from),
    to: at(to),
    requests: tally.requests,
    bad,
    budgetPercent: allowedRequests === 0 ? null : times(bad, 100 / allowedRequests),
    labels: stored.slo.label === null ? await readWorstLabels(tx, stored, spending) : [],
    events: await readEvents(tx, stored.slo, spending),
  };
}

async function readWorstLabels(
  tx: WorkspaceTx,
  { slo, objectives }: StoredSlo,
  { from, to }: Spending,
): Promise<SloReport["spent"][number]["labels"]> {
  const due = await readTrafficDue(tx, slo.serviceId, { from, to });
  const byLabel = new Map<string, TalliedCell[]>();
  for (const segment of coverTraffic({ step: SPENDING_SECONDS, from, to }, due)) {
    for (const { label, second, cell } of await readTrafficCells(tx, slo.serviceId, segment, null)) {
      const tallied = tallyCells([{ second, step: segment.step, cell }], objectives);
      byLabel.set(label, [...(byLabel.get(label) ?? []), ...tallied]);
    }
  }
  byLabel.delete(ALL_LABEL);
  return [...byLabel]
    .map(([label, cells]) => {
      const { badLow: low, badHigh: high } = budgetOf(periodsOf(cells, { from, to }));
      return { label, bad: { low, high } };
    })
    .filter(({ bad }) => bad.high > 0)
    .toSorted((a, b) => b.bad.low + b.bad.high - a.bad.low - a.bad.high)
    .slice(0, MAX_LABELS);
}

async function readEvents(
  tx: WorkspaceTx,
  { serviceId }: SloModel,
  { from, to }: Spending,
): Promise<SloReport["spent"][number]["events"]> {
  const moments = { gte: new Date((from - EVENT_SECONDS) * 1_000), lt: new Date(to * 1_000) };
  const found = await tx.prisma.serviceEvent.findMany({
    where: { serviceId, at: moments },
    orderBy: { at: "desc" },
    take: 3,
  });
  return found.map(({ at: moment, title }) => ({ at: moment.toISOString(), title }));
}
