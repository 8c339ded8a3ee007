import type { ComparisonAnswer, MetricStatistic } from "@headroom/contract";
import { FIGURES, figureName, isUnseen } from "@headroom/core";
import type { FigureId } from "@headroom/core";
import { EXIT } from "../exit-codes.ts";
import type { ExitCode } from "../exit-codes.ts";

/** `note`: worth reading, and decides nothing. */
export type Outcome = "fail" | "unsure" | "note" | "pass";

export interface Finding {
  outcome: Outcome;
  /** What was judged: a target as written, or a metric and its label. */
  about: string;
  words: string;
  /** Why a difference counts, which several findings can have in common. */
  why?: string;
  /** Unsure even for those who accept what is unsure. */
  stands?: boolean;
  /** A figure that is worse than the baseline's, or may be. */
  isWorse?: boolean;
}

export interface GateLimits {
  /** A smaller regression, as a share, is reported and doesn't fail the gate. */
  minChange: number;
  /** A pair that couldn't have shown a change of this share is unsure. Null: accepted, and said. */
  detect: number | null;
}

type Difference = ComparisonAnswer["comparability"][number]["differences"][number];

/** Of the whole run: without them, the gate can't say that nothing got worse. */
const NEEDED: readonly FigureId[] = ["throughput", "p50", "p95", "p99", "error-rate"];

const NUMBER = new Intl.NumberFormat("en-US", { maximumSignificantDigits: 4 });

/** Run B of a comparison against its run A. */
export function judgePair(
  { comparability, labels, statistics }: Pick<ComparisonAnswer, "comparability" | "labels" | "statistics">,
  limits: GateLimits,
): Finding[] {
  const vetoes = comparability.flatMap(({ comparable, differences }) =>
    comparable ? [] : differences.filter(({ severity }) => severity === "veto"),
  );
  if (vetoes.length > 0)
    return vetoes.map(({ words }) => ({
      outcome: "unsure",
      about: "comparison",
      words: `Not comparable: ${asSides(words)}`,
    }));
  const warnings = comparability.flatMap(({ differences }) => differences.flatMap(judgeDifference));
  const pair = statistics[0]?.statistics ?? null;
  if (pair === null)
    return [{ outcome: "unsure", about: "comparison", words: "The comparison could not be computed." }];
  const findings = [
    ...warnings,
    ...pair.whole.flatMap((metric) => judgeMetric(metric, null, limits)),
    ...pair.labels.flatMap(({ label, metrics }) =>
      metrics.flatMap((metric) => judgeMetric(metric, label, limits)),
    ),
    ...labelNotes(labels.rows),
  ];
  return [...findings, ...summaryOf([...pair.whole, ...pair.labels.flatMap(({ metrics }) => metrics)])];
}

function judgeDifference({ kind, severity, words }: Difference): Finding[] {
  if (severity !== "warn") return [];
  const said = { about: "comparison", words: asSides(words) };
  if (!isUnseen({ kind, severity })) return [{ outcome: "note", ...said }];
  return [{ outcome: "unsure", ...said, isWorse: kind === "left-out" }];
}

/** As the sides of a gate are called. */
function asSides(words: string): string {
  return words
    .replaceAll("The other run", "This run")
    .replaceAll("the other run", "this run")
    .replaceAll("The reference", "The baseline")
    .replaceAll("the reference", "the baseline");
}

/** Of a run that is worse than the last good one, which stays the one that later runs are compared with. */
export function ifIntended(findings: readonly Finding[]): Finding[] {
  if (!findings.some(({ isWorse }) => isWorse === true)) return [];
  const words =
    "Later runs are compared with the same baseline until one is as good, or ten have been worse. To accept this level now, make this run the baseline of its experiment.";
  return [{ outcome: "note", about: "comparison", words }];
}

function summaryOf(metrics: readonly MetricStatistic[]): Finding[] {
  const tested = metrics.filter(({ verdict }) => verdict !== "not-tested" && verdict !== "not-comparable");
  if (tested.length === 0)
    return [{ outcome: "unsure", about: "comparison", words: "No metric could be compared." }];
  const untested = metrics.filter(
    ({ verdict, before, after }) => verdict === "not-tested" && (before !== null || after !== null),
  ).length;
  const rest = untested === 0 ? "" : ` ${untested} had too little data to compare.`;
  const words = `${tested.length} metrics of the run and its labels were compared.${rest}`;
  return [{ outcome: "note", about: "comparison", words }];
}

function judgeMetric(metric: MetricStatistic, label: string | null, limits: GateLimits): Finding[] {
  const { verdict, reason } = metric;
  const name = figureName(metric.metric);
  const about = label === null ? name : `${name} of "${label}"`;
  const worsening = worseningOf(metric);
  const matters = worsening !== null && worsening >= limits.minChange;
  const worse = { about, words: changeWords(metric), why: reason, isWorse: true };
  if (verdict === "regressed") return [{ outcome: matters ? "fail" : "note", ...worse }];
  if (verdict === "differs") return matters ? [{ outcome: "unsure", ...worse }] : [];
  if (label !== null) return [];
  return [
    ...(NEEDED.includes(metric.metric) ? judgeNeeded(metric, limits) : []),
    ...(isSuspicious(metric)
      ? [{ outcome: "note" as const, about, words: changeWords(metric), why: reason }]
      : []),
  ];
}

/** Worse by so much that people want to see it, though it can be chance. */
const SUSPICIOUS = 0.5;
const SUSPICIOUS_P = 0.05;

function isSuspicious(metric: MetricStatistic): boolean {
  const { verdict, pValue } = metric;
  if (verdict !== "no-detectable-change" || pValue === null || pValue > SUSPICIOUS_P) return false;
  return (worseningOf(metric) ?? 0) >= SUSPICIOUS;
}

function judgeNeeded(metric: MetricStatistic, limits: GateLimits): Finding[] {
  const { verdict, reason, before, after } = metric;
  const about = figureName(metric.metric);
  if (verdict === "not-comparable") return [{ outcome: "unsure", about, words: reason }];
  if (verdict === "not-tested")
    return before === null && after === null ? [] : [{ outcome: "unsure", about, words: reason }];
  if (verdict === "improved") return [{ outcome: "pass", about, words: changeWords(metric) }];
  return blindness(metric, about, limits);
}

/** If even a value three times as high could have been missed, the comparison says nothing, whatever `--detect` is. */
const BLIND_RISE = 2;
const BLIND_FALL = 0.3;

/** "No change detected" says little if even a large one would have been missed. */
function blindness(metric: MetricStatistic, about: string, { detect }: GateLimits): Finding[] {
  const { smallestDetectable, before, after } = metric;
  if (metric.metric === "error-rate") {
    const missed =
      smallestDetectable === null || before === null || before === 0
        ? ""
        : ` Up to ${valueOf(metric.metric, before * (1 + smallestDetectable))} would have been missed.`;
    const range = `from ${valueOf(metric.metric, before)} to ${valueOf(metric.metric, after)}`;
    return [{ outcome: "pass", about, words: `No change detected, ${range}.${missed}` }];
  }
  if (smallestDetectable === null) return [];
  return FIGURES[metric.metric].better === "higher"
    ? blindToFall(smallestDetectable / (1 + smallestDetectable), about, detect)
    : blindToRise(smallestDetectable, about, detect);
}

function blindToRise(rise: number, about: string, detect: number | null): Finding[] {
  if (rise > BLIND_RISE)
    return [
      {
        outcome: "unsure",
        about,
        words: "Too noisy to compare: even three times as much would have been missed.",
      },
    ];
  const words = `No change detected. Changes below ${percent(rise)} would have been missed.`;
  return [{ outcome: detect !== null && rise > detect ? "unsure" : "pass", about, words }];
}

function blindToFall(fall: number, about: string, detect: number | null): Finding[] {
  if (fall > BLIND_FALL)
    return [
      {
        outcome: "unsure",
        about,
        words: `Too noisy to compare: even a fall of ${percent(fall)} would have been missed.`,
      },
    ];
  const words = `No change detected. Falls below ${percent(fall)} would have been missed.`;
  return [{ outcome: detect !== null && fall > detect ? "unsure" : "pass", about, words }];
}

/** By how much it got worse, as a share; null: it didn't. Errors that were none before are worse by more than any share. */
function worseningOf({ metric, before, after, ratio }: MetricStatistic): number | null {
  if (before === null || after === null || before === after) return null;
  const rises = after > before;
  if (rises === (FIGURES[metric].better === "higher")) return null;
  return ratio === null || before === 0 ? Infinity : Math.abs(ratio - 1);
}

function changeWords({ metric, before, after, ratio, interval }: MetricStatistic): string {
  const rose = (after ?? 0) > (before ?? 0) ? "Rose" : "Fell";
  const size = ratio === null || before === 0 ? "" : ` ${percent(Math.abs(ratio - 1))}`;
  const high = interval?.high ?? null;
  // Of errors in few bursts, neither end says anything.
  const range =
    interval === null || (high === null && interval.low < 1)
      ? ""
      : ` (95% interval ${signed(interval.low)} to ${high === null ? "no upper limit" : signed(high)})`;
  return `${rose}${size}${range}, from ${valueOf(metric, before)} to ${valueOf(metric, after)}.`;
}

function valueOf(metric: FigureId, value: number | null): string {
  if (value === null) return "unknown";
  const { unit } = FIGURES[metric];
  if (unit === "share") return percent(value);
  return unit === "ms" ? `${NUMBER.format(value)} ms` : `${NUMBER.format(value)}/s`;
}

function percent(share: number): string {
  return `${new Intl.NumberFormat("en-US", { maximumSignificantDigits: 3 }).format(share * 100)}%`;
}

function signed(ratio: number): string {
  return `${ratio >= 1 ? "+" : "-"}${percent(Math.abs(ratio - 1))}`;
}

function labelNotes(rows: ComparisonAnswer["labels"]["rows"]): Finding[] {
  return rows.flatMap(({ label, state }) =>
    state === "shared"
      ? []
      : [
          {
            outcome: "note" as const,
            about: `label "${label}"`,
            words:
              state === "new"
                ? "New in this run, so it wasn't compared."
                : "Missing from this run, so it wasn't compared.",
          },
        ],
  );
}

const GRAVITY: readonly Outcome[] = ["fail", "unsure", "pass", "note"];

/** The worst outcome; unsure if nothing was judged. */
export function outcomeOf(findings: readonly Finding[]): Exclude<Outcome, "note"> {
  const worst = GRAVITY.find((outcome) => findings.some((finding) => finding.outcome === outcome));
  if (worst === undefined) return "unsure";
  return worst === "note" ? "pass" : worst;
}

export function exitOf(findings: readonly Finding[], allowUnsure: boolean): ExitCode {
  const outcome = outcomeOf(findings);
  const mayPass = allowUnsure && !findings.some(({ stands }) => stands === true);
  if (outcome === "fail") return EXIT.missed;
  return outcome === "unsure" && !mayPass ? EXIT.unsure : EXIT.pass;
}
