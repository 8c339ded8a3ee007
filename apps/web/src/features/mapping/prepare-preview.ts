import { plural } from "@headroom/core/format";
import type { SourcePreview } from "@headroom/contract";
import { formatCount } from "@headroom/ui";

export interface PreviewModel {
  sentence: string;
  isProblem: boolean;
  facts: { name: string; value: string }[];
}

const PROBLEMS: Record<NonNullable<SourcePreview["problem"]>, string> = {
  "not-seen": "Nothing of this name has arrived within the last day, so there is nothing to show.",
  "nothing-fits": "None of the series that arrived fit.",
  "not-a-histogram":
    "A metric doesn't arrive as a histogram, so it has no durations. Count its requests instead.",
  "not-a-gauge": "This metric only ever goes up, so it can't be a gauge.",
  "not-a-count":
    "This metric is a gauge: its value goes up and down, so it can't be a running total of requests.",
};

export function preparePreview(preview: SourcePreview, kind: "requests" | "gauge"): PreviewModel {
  const { metrics, labelsTotal, problem, isPartial } = preview;
  const taken = metrics.reduce((sum, one) => sum + one.taken, 0);
  const known = metrics.reduce((sum, one) => sum + one.examples, 0);
  const all = metrics.reduce((sum, one) => sum + one.series, 0);
  const of = isPartial
    ? `${formatCount(taken)} of ${formatCount(known)} checked, of ${formatCount(all)} that arrive`
    : `${formatCount(taken)} of ${formatCount(known)}`;
  const facts = metrics.length === 0 ? [] : [{ name: "Series", value: of }, ...usedNow(metrics)];
  if (problem !== null) return { sentence: PROBLEMS[problem], isProblem: true, facts };
  if (kind === "gauge")
    return { sentence: `${plural(taken, "series", "series")} as a gauge.`, isProblem: false, facts };
  const least = isPartial ? "At least " : "";
  return {
    sentence: `${least}${plural(labelsTotal, "label")} from ${plural(taken, "series", "series")}.`,
    isProblem: false,
    facts: [...facts, outcomes(preview), ...costs(preview)],
  };
}

function usedNow(metrics: SourcePreview["metrics"]): PreviewModel["facts"] {
  const used = [...new Set(metrics.flatMap(({ usedBy }) => usedBy ?? []))];
  return used.length === 0 ? [] : [{ name: "Used until now by", value: used.join(", ") }];
}

function outcomes({
  outcomes: { failed, succeeded, unknown },
}: SourcePreview): PreviewModel["facts"][number] {
  const name = "Failures";
  if (failed + succeeded === 0) return { name, value: "Unknown" };
  const known = `${plural(failed, "series counts", "series count")} failed requests, ${formatCount(succeeded)} don't`;
  return { name, value: unknown === 0 ? known : `${known}, unknown for ${formatCount(unknown)}` };
}

function costs({ cumulative, limits }: SourcePreview): PreviewModel["facts"] {
  const after = limits.labelsUsed + limits.labelsNew;
  const tooMany = after > limits.labels ? `; requests of further ones are counted under "(other)"` : "";
  return [
    {
      name: "Labels of the service",
      value: `${formatCount(limits.labelsUsed)} of ${formatCount(limits.labels)} in use, ${formatCount(limits.labelsNew)} more with this source${tooMany}`,
    },
    { name: "Series to keep track of", value: formatCount(cumulative) },
  ];
}
