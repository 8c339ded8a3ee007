import { formatCount } from "../format/number.ts";
import { GIVEN } from "../sentences.ts";
import type { ReasonOf } from "../sentences.ts";

interface OfGauge {
  gauge: string;
}

const TWO_DIGITS = new Intl.NumberFormat("en-US", {
  minimumSignificantDigits: 2,
  maximumSignificantDigits: 2,
});

/** Why a figure isn't known, and what to add where it is. */
export const FIGURE_SENTENCES = {
  ...GIVEN,
  uncounted: () => "The source doesn't report how many requests there were.",
  "no-length": () => "The judged window has no length, so there is no throughput.",
  "errors-unreported": () => "The source doesn't report which requests failed.",
  "no-errors": ({ requests, below }: { requests: number; below: number }) =>
    `No errors in ${formatCount(requests)} requests: the true rate is below ${TWO_DIGITS.format(below)}% with 95% confidence.`,
  "no-expected-requests": () => "The experiment doesn't define how many requests to expect.",
  "no-gauge": ({ gauge }: OfGauge) => `The run has no gauge “${gauge}”.`,
  "empty-gauge": ({ gauge }: OfGauge) => `The gauge “${gauge}” has no values in the judged window.`,
  "gauge-gaps": ({ gauge, percent }: OfGauge & { percent: number }) =>
    `The gauge “${gauge}” has values for only ${percent}% of the judged window.`,
  "gauge-unit": ({ gauge, unit, asked }: OfGauge & { unit: string; asked: string }) =>
    `The gauge “${gauge}” ${unit === "" ? "has no unit" : `is in ${unit}`}, but the target is in ${asked}.`,
  "nothing-completed": () => "No requests completed in the judged window.",
  "tools-own": () => "This is the tool's own figure.",
  buckets: () => "The source reports buckets, so only a range is known.",
  unmergeable: () => "It comes from parts that can't be merged, so only a range is known.",
  around: ({ percent }: { percent: number }) =>
    `The source doesn't report p${percent}, only values around it.`,
  extremes: () => "Only a range is known: from the fastest request to the slowest.",
  unreported: () => "The source doesn't report this figure.",
};

export type FigureReason = ReasonOf<typeof FIGURE_SENTENCES>;
