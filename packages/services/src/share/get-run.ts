import type { RunGauges } from "@headroom/contract";
import { makeFinding, sayFindings, withoutRuns } from "@headroom/core";
import { getRun } from "../run/record/get.ts";
import { getRunHeatmap } from "../run/read/get-heatmap.ts";
import type { RunHeatmap } from "../run/read/get-heatmap.ts";
import { getRunWindow } from "../run/read/get-window.ts";
import type { RunWindow } from "../run/read/get-window.ts";
import type { RunDetail } from "../run/record/read-run-detail.ts";
import { listRunGauges } from "../run/read/list-gauges.ts";
import { listWindowLabels } from "../run/read/list-window-labels.ts";
import type { WindowLabels } from "../run/read/list-window-labels.ts";
import { getRunTimeline } from "../run/read/timeline.ts";
import type { RunTimeline } from "../run/read/timeline.ts";
import { NO_COMMIT } from "./shown-run.ts";
import { readerOf } from "./share-context.ts";
import type { ShareContext } from "./share-context.ts";

/**
 * A link's run as a guest may see it: without details of the workspace and its people (notes, the
 * CI link, the price, the names of generators and hosts, why it was set aside), and without a baseline, a configuration or a commit that the link doesn't show.
 */
export async function getSharedRun({
  ctx,
  input: { runId, webUrl },
}: {
  ctx: ShareContext;
  input: { runId: string; webUrl: string };
}): Promise<RunDetail> {
  const detail = await getRun({ ctx: readerOf(ctx, [runId]), input: { runId, webUrl } });
  const { answer, steadyByHand, setAside, configuration, changed } = detail;
  const setup = ctx.actor.showsConfiguration
    ? { configuration, changed }
    : { configuration: {}, changed: null };
  return {
    ...detail,
    answer: {
      ...answer,
      reparse: null,
      hosts: [],
      cost: null,
      setup: answer.setup && { ...answer.setup, ...setup },
      comparison: shownComparison(ctx, answer.comparison),
      setAside: null,
      accepted: null,
    },
    isAcceptable: false,
    constantLoad: null,
    setAside: setAside === null ? null : { reason: null, at: setAside.at, by: null },
    copyOf: null,
    steadyByHand: steadyByHand === null ? null : { by: null, at: steadyByHand.at },
    editedAt: null,
    notes: null,
    price: null,
    ...setup,
    ...(ctx.actor.showsCommits ? {} : NO_COMMIT),
    ciUrl: null,
    parts: [],
    judgements: shownJudgements(detail.judgements),
  };
}

/** What the link shows says nothing of its reference but how the figures changed: neither its labels nor how it was made. */
function shownJudgements({
  own,
  byEarlierRules,
  changes: all,
}: RunDetail["judgements"]): RunDetail["judgements"] {
  const hidden = new Set(["label", "comparability", "reference", "accept"]);
  const changes = all.filter(({ label }) => label === null).map((one) => ({ ...one, run: null }));
  if (own === null) return { own, asked: [], byEarlierRules, changes };
  const findings = own.findings
    .filter(({ kind, code }) => !hidden.has(kind) && !(kind === "trend" && code === "branch"))
    .flatMap((one) => COPIES[`${one.kind} ${one.code}`] ?? withoutRuns(one));
  const isUnexplained = own.outcome === "unsure" && findings.every(({ effect }) => effect !== "unsure");
  const shown = isUnexplained ? [...UNEXPLAINED, ...findings] : findings;
  return { own: { ...own, findings: shown, next: null }, asked: [], byEarlierRules, changes };
}

/** That it is a copy, without of which run. */
const COPIES: Readonly<Record<string, ReturnType<typeof sayFindings>>> = {
  "run-state same-samples": aCopy("same-samples", "same-samples-hidden"),
  "run-state sent-again": aCopy("sent-again", "sent-again-hidden"),
};

function aCopy(code: string, reason: "same-samples-hidden" | "sent-again-hidden") {
  return sayFindings(
    [makeFinding({ effect: "unsure", kind: "run-state", code, reasons: [{ code: reason }] })],
    [],
  );
}

/** What keeps it unsure is about its reference. */
const UNEXPLAINED = sayFindings([makeFinding({ effect: "unsure", kind: "comparison", code: "hidden" })], []);

/** The judged figures of a link's run: its steady phase if it has one. */
export async function getSharedWindow({
  ctx,
  input,
}: {
  ctx: ShareContext;
  input: Parameters<typeof getRunWindow>[0]["input"];
}): Promise<RunWindow> {
  return getRunWindow({ ctx: readerOf(ctx, [input.runId]), input });
}

/** The labels of a link's run in one window, as members see them. */
export async function getSharedLabels({
  ctx,
  input,
}: {
  ctx: ShareContext;
  input: Parameters<typeof listWindowLabels>[0]["input"];
}): Promise<WindowLabels> {
  return listWindowLabels({ ctx: readerOf(ctx, [input.runId]), input });
}

/** The latencies of a link's run over time; null if its source has no distribution over time. */
export async function getSharedHeatmap({
  ctx,
  input,
}: {
  ctx: ShareContext;
  input: Parameters<typeof getRunHeatmap>[0]["input"];
}): Promise<RunHeatmap | null> {
  return getRunHeatmap({ ctx: readerOf(ctx, [input.runId]), input });
}

/** A link's run over time. */
export async function getSharedTimeline({
  ctx,
  input,
}: {
  ctx: ShareContext;
  input: Parameters<typeof getRunTimeline>[0]["input"];
}): Promise<RunTimeline> {
  return getRunTimeline({ ctx: readerOf(ctx, [input.runId]), input });
}

/** What the gauges of a link's run showed while it ran. */
export async function getSharedGauges({
  ctx,
  input: { runId },
}: {
  ctx: ShareContext;
  input: { runId: string };
}): Promise<RunGauges> {
  return listRunGauges({ ctx: readerOf(ctx, [runId]), input: { runId, parameters: {} } });
}

function shownComparison(
  ctx: ShareContext,
  comparison: RunDetail["answer"]["comparison"],
): RunDetail["answer"]["comparison"] {
  return comparison !== null && ctx.actor.runIds.includes(comparison.baseline.id) ? comparison : null;
}
