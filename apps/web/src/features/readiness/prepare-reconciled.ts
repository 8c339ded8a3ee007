import type { ReadinessReport } from "@headroom/contract";
import { formatChange } from "@headroom/core/format";
import { formatFigure, formatKnown, formatMillis, formatTimes } from "@headroom/ui";
import type { FigureCell } from "@headroom/ui";
import { formatAtMost } from "./at-most.ts";
import { cell } from "./prepare-readiness.ts";

type Reconciled = NonNullable<ReadinessReport["reconciled"]>;

export interface ReconciledModel {
  figures: FigureCell[];
  /** What the day showed, and what follows. */
  words: string;
}

export function prepareReconciled(reconciled: Reconciled): ReconciledModel {
  const { expected, real, proven, accepted, held } = reconciled;
  const place = placeOf(reconciled);
  const isKnown = [real, proven, accepted, held].some((figure) => figure !== null);
  return {
    figures: !isKnown
      ? []
      : [
          rateCell("Expected peak", expected, expected === null ? "nobody had said" : "as predicted"),
          rateCell("Real peak", real, realCaption(reconciled)),
          accepted === null
            ? rateCell("Proven before", proven, `by tests${place}`)
            : rateCell("Measured before", accepted, `by tests${place}, with an accepted risk`),
          rateCell("Held on the day", held, "for 5m with all targets met"),
          p99Cell(reconciled),
        ],
    words: [wordsOf(reconciled), ...slowerThanTests(reconciled)].join(" "),
  };
}

function rateCell(label: string, rate: number | null, caption: string): FigureCell {
  const isKnown = rate !== null;
  return cell(label, isKnown ? formatFigure(rate) : "Not known", { unit: isKnown ? "req/s" : "", caption });
}

/** When the day was busiest. */
function p99Cell({ realP99Ms, predictedP99Ms }: Reconciled): FigureCell {
  const real = formatKnown({ value: null, range: realP99Ms }, formatMillis);
  const predicted = predictedP99Ms === null ? null : formatAtMost(predictedP99Ms, formatMillis);
  return cell("p99 when busiest", real ?? "Not known", {
    unit: real === null ? "" : "ms",
    caption:
      predicted === null
        ? "tests say nothing about that load"
        : `tests had seen ${predicted} ms under that load`,
  });
}

/** Whatever was held: what tests said about latency was wrong. */
function slowerThanTests({ realP99Ms, predictedP99Ms, simulated }: Reconciled): string[] {
  const most = predictedP99Ms?.high ?? null;
  if (simulated || realP99Ms === null || most === null || realP99Ms.low <= most) return [];
  return ["p99 was higher than anything that tests had seen under that load."];
}

function realCaption({ expected, real, simulated }: Reconciled): string {
  const what = simulated ? "the busiest minute, simulated" : "the busiest minute";
  if (expected === null || real === null || expected === 0) return what;
  return `${what}, ${formatChange(real / expected - 1)} against what was expected`;
}

function placeOf({ environment }: Pick<Reconciled, "environment">): string {
  return environment === null ? "" : ` on ${environment}`;
}

function wordsOf(reconciled: Reconciled): string {
  const { outcome, proven, held, missedAt, factor, simulated, day, changesUntil } = reconciled;
  const rate = (value: number | null) => `${formatFigure(value ?? 0)} req/s`;
  const tests = `Tests${placeOf(reconciled)}`;
  if (simulated) return "The traffic of the day was simulated, so it says nothing about tests.";
  switch (outcome) {
    case "confirmed":
      return `The day confirmed the tests: it held ${rate(held)} with its targets met, and ${rate(proven)} had been proven.${missedAt === null ? "" : ` It missed its targets at ${rate(missedAt)}, above that.`}`;
    case "lower":
      return `${tests} had proven ${rate(proven)}. The day missed its targets at ${rate(missedAt)} and held ${rate(held)}. ${changesUntil === null ? "From now on" : "Once this is final"}, proofs of the same environment count ${formatTimes(factor ?? 1)}, until a later peak day shows more.`;
    case "not-reached":
      return notReached({ day, held: rate(held), proven: rate(proven), missedAt });
    case "unknown":
      return notCompared(reconciled, rate);
  }
}

function notCompared(
  { proven, accepted, environment, held, day }: Reconciled,
  rate: (value: number | null) => string,
): string {
  if (accepted !== null) {
    const own = held === null ? "" : ` It held ${rate(held)} with its targets met.`;
    return `Tests${placeOf({ environment })} had measured ${rate(accepted)} and missed a target, which was accepted as a risk, so there is no proof to confirm.${own}`;
  }
  if (proven === null)
    return "It isn't known what tests had proven before the day, so there is nothing to compare it with.";
  return day?.verdict === "missed"
    ? "The day can't be compared with the tests: it never held its targets for 5m."
    : "The day can't be compared with the tests: it never held its targets for 5m, or doesn't show them.";
}

function notReached({
  day,
  held,
  proven,
  missedAt,
}: Pick<Reconciled, "day" | "missedAt"> & { held: string; proven: string }): string {
  if (missedAt !== null)
    return `The day held ${held} and missed its targets at ${formatFigure(missedAt)} req/s. Tests had proven ${proven}, which is between the two, so the day doesn't show whether they were right.`;
  const rest = `It didn't reach the ${proven} that tests had proven, so it doesn't show whether that would have held.`;
  return day?.verdict === "held"
    ? `The day held what it was asked for. ${rest}`
    : `The most that the day held is ${held}. ${rest}`;
}
