import { formatFigure, formatPercentFigure, formatRoughPercent, formatSigned } from "../format/number.ts";
import type { ReasonOf } from "../sentences.ts";
import { FIGURE_SENTENCES } from "../targets/figure-sentences.ts";
import type { FigureId, FigureRange } from "../targets/figures.ts";
import { DIFFERENCE_SENTENCES } from "./difference-sentences.ts";
import { figureWithUnit, printedInterval } from "./printed-change.ts";
import { LARGE_CHANGE } from "../policy.ts";
import { RAMP_SENTENCES } from "./ramp-sentences.ts";

interface Ranges {
  metric: FigureId;
  before: FigureRange;
  after: FigureRange;
  ratio: FigureRange;
}

/** How a metric changed between the same hours of earlier days. */
export interface UsualChange {
  days: number;
  /** The smallest and the largest: after divided by before. Of error rates, which can be zero, their difference. */
  low: number;
  high: number;
}

const OTHER_CAUSES = {
  labels: "users also asked for other things than on those days",
  more: "traffic also grew more than on those days",
  less: "traffic also fell more than on those days",
};

/** Why a metric of two runs changed, didn't, or couldn't be compared. */
export const CHANGE_SENTENCES = {
  ...FIGURE_SENTENCES,
  ...DIFFERENCE_SENTENCES,
  ...RAMP_SENTENCES,
  "not-in-all": () => "Not every run has this figure.",
  "nothing-on-a-side": () => "On one side, nothing completed.",
  "no-requests": () => "No requests completed.",
  "too-few-slices": ({ needed, slices }: { needed: number; slices: number }) =>
    `Too short: the noise within a run takes at least ${needed} slices, and there are ${slices}.`,
  "few-beyond": ({ beyond, metric, needed }: { beyond: number; metric: FigureId; needed: number }) =>
    `Too few requests: ${beyond} beyond ${metric}, and it takes ${needed}.`,
  "few-errors": () => "Few errors.",
  "no-time-series": () => "There is no time series, so the noise is unknown.",
  "only-totals": () => "Only a total for the whole run is available.",
  "no-samples": () => "The source has no samples, so the noise is unknown.",
  "ranges-apart": ({ before, after, ratio }: Ranges) =>
    `Its range moved from ${rangeWords(before)} to ${rangeWords(after)}: it is ${timesWords(ratio)}.`,
  "ranges-overlap": ({ before, after }: Ranges) =>
    `Only ranges are known, ${rangeWords(before)} and ${rangeWords(after)}. They overlap, so it may be the same.`,
  "ranges-near": () => "The least that it changed by is below 1%.",
  "as-earlier": () => "Earlier ones were as far off, so it may be how much they vary.",
  "ranges-other-cause": () =>
    "Traffic or what users asked for also changed more than on earlier days, which can cause it.",
  "beyond-ranges": () => "That is beyond all earlier ones.",
  "same-value": () => "Both sides have the same value.",
  "below-relevant": () => "The difference is below 1%, so it counts as no change.",
  "rounded-away": () =>
    "The runs differ by more than noise, but these figures are rounded too coarsely to show it.",
  "scatter-unknown": () =>
    "The difference exceeds the noise within these runs. How much such runs vary isn't known yet: that takes three runs from before them, or more runs on each side.",
  "scatter-rough": ({ earlierRuns }: { earlierRuns: number }) =>
    `The difference exceeds the noise within these runs, but ${earlierRuns === 0 ? "too few runs show" : earlierRuns === 1 ? "only one earlier run shows" : `only ${earlierRuns} earlier runs show`} how much such runs vary. Seven or more earlier runs would settle it.`,
  "in-bursts": () =>
    "Many more requests failed, but in few bursts, so it can be a single event rather than a change. Another run would tell.",
  "beyond-noise": () =>
    "The difference exceeds both the noise within the runs and the variation between runs.",
  "errors-by-chance": () => "Errors are few, or came in few bursts: a difference like this can be chance.",
  "one-of-many": () =>
    "On its own this would count as a change. Among this many figures, it isn't enough evidence of one.",
  "within-noise": ({ detectable }: { detectable: number }) =>
    `${detectable > LARGE_CHANGE ? "Too noisy to tell" : "Within the noise"}. Only a change of ${formatRoughPercent(detectable)} or more would have been detected.`,
  "traffic-varies": () =>
    "Live traffic changes with the hour, the day and what users do. How much isn't known yet: that takes three runs of live traffic from earlier days at about the same time of day, or more runs on each side.",
  "by-load": () => "Both runs raise their load, so they are compared load by load, not as a whole.",
  "load-of-users": () => "Users sent this load, so a difference isn't one of the service.",
  "load-of-plan": () => "The load is open, so the plan set this, not the service.",
  "at-mix": ({ metric, own }: { metric: FigureId; own: number | null }) =>
    `This is at the reference's mix of labels.${own === null ? "" : ` At its own mix, the other run has ${figureWithUnit(metric, own)}.`}`,
  "mix-unknown": () =>
    "The plan sent another mix of labels, and what this would be at the reference's mix isn't known. Each label is compared with itself.",
  usually: ({ metric, ...change }: UsualChange & { metric: FigureId }) =>
    `On ${change.days} earlier days at the same hours it changed by ${usualRange(metric, change)}.`,
  "unusual-load": () =>
    "Users sent this load, so they may have caused this. A service that was away or turned users away looks the same.",
  "usual-detectable": ({ detectable }: { detectable: number }) =>
    `Only ${formatRoughPercent(detectable)} more or less than usual would have been detected.`,
  "unusually-still": () => "This time it didn't, and that is more than chance.",
  "other-cause": ({ cause }: { cause: keyof typeof OTHER_CAUSES }) =>
    `This is more, but ${OTHER_CAUSES[cause]}, which can cause it.`,
  "beyond-usual": () => "This is more than the time of day and chance explain.",
};

/** "35–40 ms" */
function rangeWords({ low, high }: FigureRange): string {
  return high === null ? `at least ${bound(low)} ms` : `${bound(low)}–${bound(high)} ms`;
}

/** A source's bounds are round. */
function bound(millis: number): string {
  return millis >= 1_000 ? formatFigure(millis) : `${Number(millis.toPrecision(3))}`;
}

/** "1.17 to 1.60 times faster" */
function timesWords({ low, high }: FigureRange): string {
  const isSlower = low > 1;
  const [least, most] = isSlower ? [low, high] : [1 / (high ?? 1), low === 0 ? null : 1 / low];
  const size =
    most === null ? `at least ${formatFigure(least)}` : `${formatFigure(least)} to ${formatFigure(most)}`;
  return `${size} times ${isSlower ? "slower" : "faster"}`;
}

/** Also how two runs differ, which can rule a comparison out. */
export type ChangeReason = ReasonOf<typeof CHANGE_SENTENCES>;

/** "−3.0% to +8.1%"; of error rates "−0.01 to +0.02 points". */
export function usualRange(metric: FigureId, { low, high }: Pick<UsualChange, "low" | "high">): string {
  if (metric !== "error-rate") return printedInterval({ low, high });
  const points = (share: number) => formatSigned(share, formatPercentFigure);
  return `${points(low)} to ${points(high)} percentage points`;
}
