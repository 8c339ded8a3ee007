import type { MetricRow, RunComparison } from "@headroom/contract";
import { figureText } from "@headroom/core";
import type { Change, FigureId } from "@headroom/core";
import { SAME_RATIO } from "@headroom/ui";
import { judgedRange } from "../../run/verdict/judged-range.ts";
import { missedClauses } from "../../run/verdict/prepare-sentence.ts";
import { ownFigureWords } from "../figures/changes-at-mix.ts";
import { briefTexts, changeWords, knownTexts, metricName, withMetricUnit } from "../view/figure-words.ts";
import { briefSideName, capital } from "../view/prepare-runs.ts";
import type { RunCard } from "../view/prepare-runs.ts";

interface Told {
  before: RunCard;
  after: RunCard;
  /** The place of the second run. */
  at: number;
  latency: FigureId;
}

interface Went {
  /** Whether it reads as a change: figures that look the same have none, nor have those a factor apart that rounds to nothing. */
  way: Way;
  name: string;
  before: string;
  after: string;
  /** " (2.87x faster)"; empty where there is no ratio. */
  times: string;
}

/** "Throughput went from 14,010 to 40,269 req/s (2.87x faster), p99 from 1,400 to 240 ms (5.83x faster)." */
export function figuresWords(
  { whole, reference }: RunComparison,
  { before, after, at, latency }: Told,
): string {
  const rows = whole.filter(({ metric }) => metric === "throughput" || metric === latency);
  const [first, second] = rows.flatMap((row) => wentOf(row, reference, at));
  const went =
    first === undefined
      ? ""
      : second === undefined
        ? ONE_WENT[first.way](first)
        : BOTH_WENT[`${first.way}-${second.way}`](first, second);
  const own = rows.map((row) =>
    ownFigureWords(row, at, { before: briefSideName(before), after: after.name }),
  );
  return [went, ...own, errorWords(whole, reference, at)].filter((words) => words !== "").join(" ");
}

/** Of all requests. Fewer errors more or less don't belong above everything else. */
const ERRORS_TOLD = 0.001;

/** Latencies and throughput that stay as they are say nothing when half of the requests fail. */
function errorWords(whole: RunComparison["whole"], reference: number, at: number): string {
  const row = whole.find(({ metric }) => metric === "error-rate");
  if (row === undefined || Math.abs(row.changes[at]?.absolute ?? 0) < ERRORS_TOLD) return "";
  const [went] = wentOf(row, reference, at);
  return went === undefined ? "" : ONE_WENT[went.way]({ ...went, times: "" });
}

/** Every missed target, whatever its metric: "It misses 2 targets: p99 240 ms (target 200 ms), 0.9% errors (limit 0.2%)." */
export function missedWords(called: string, run: RunComparison["runs"][number] | undefined): string {
  if (run === undefined) return "";
  const { targets, summary } = run;
  const judged = { summary, steady: { summary } };
  const missed = missedClauses(targets.map((one) => ({ ...one, range: judgedRange(one, judged) })));
  if (missed === null) return "";
  const count =
    missed.count === 1 ? (targets.length === 1 ? "its target" : "a target") : `${missed.count} targets`;
  return `${capital(called)} misses ${count}: ${missed.words}.`;
}

type Way = "moved" | "same";

const ONE_WENT: Record<Way, (went: Went) => string> = {
  moved: ({ name, before, after, times }) => `${name} went from ${before} to ${after}${times}.`,
  same: ({ name, after }) => `${name} stayed at ${after}.`,
};

const BOTH_WENT: Record<`${Way}-${Way}`, (first: Went, second: Went) => string> = {
  "moved-moved": (a, b) =>
    `${a.name} went from ${a.before} to ${a.after}${a.times}, ${b.name} from ${b.before} to ${b.after}${b.times}.`,
  "moved-same": (a, b) =>
    `${a.name} went from ${a.before} to ${a.after}${a.times}, and ${b.name} stayed at ${b.after}.`,
  "same-moved": (a, b) =>
    `${a.name} stayed at ${a.after}, and ${b.name} went from ${b.before} to ${b.after}${b.times}.`,
  "same-same": (a, b) => `${a.name} stayed at ${a.after} and ${b.name} at ${b.after}.`,
};

/** "Error rate went from 4.8% to none." */
function errorsWent(
  { before, after }: Pick<Change, "before" | "after">,
  texts: readonly (string | null)[],
  { reference, at }: { reference: number; at: number },
): Went {
  const textOf = (value: number | null, text: string | null | undefined) =>
    value === 0 ? "none" : withMetricUnit("error-rate", text ?? "");
  const name = metricName("error-rate");
  return {
    way: "moved",
    name,
    before: textOf(before, texts[reference]),
    after: textOf(after, texts[at]),
    times: "",
  };
}

/** Error rates are told apart by points, and don't need the digits of their quotient. */
function textsOf(row: MetricRow): (string | null)[] {
  return row.metric === "error-rate" ? briefTexts(row) : knownTexts(row);
}

/** As they are compared, which isn't as measured where the plan sent another mix of labels. */
function wentOf(measured: MetricRow, reference: number, at: number): Went[] {
  const { metric, changes } = measured;
  const change = changes[at] ?? null;
  if (change === null || change.before === null || change.after === null) return [];
  const { before, after } = change;
  const row = { ...measured, values: measured.values.with(reference, before).with(at, after) };
  const texts = textsOf(row);
  if (metric === "error-rate" && (before === 0) !== (after === 0))
    return [errorsWent(change, texts, { reference, at })];
  const said = saidTimes(metric, change);
  const name = metricName(metric);
  if (said === SAME_RATIO || figureText(metric, before) === figureText(metric, after)) {
    const stayed = withMetricUnit(metric, figureText(metric, after));
    return [{ way: "same", name, before: stayed, after: stayed, times: "" }];
  }
  const [from, to] = [texts[reference] ?? "", withMetricUnit(metric, texts[at] ?? "")];
  return [{ way: "moved", name, before: from, after: to, times: said === "" ? "" : ` (${said})` }];
}

/** Empty: there is no factor. */
function saidTimes(metric: FigureId, change: Change): string {
  return change.words === null ? "" : (changeWords(metric, change)?.times ?? "");
}
