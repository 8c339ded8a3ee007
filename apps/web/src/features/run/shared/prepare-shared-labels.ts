import type { RunAnswer } from "@headroom/contract";
import type { Verdict } from "@headroom/core";
import { formatCount, formatFigure, formatFixed, formatMillis } from "@headroom/ui";
import { leastOf } from "../prepare-figures.ts";
import { verdictsByLabel } from "../prepare-labels.ts";

interface SharedLabel {
  label: string;
  share: string;
  throughput: string;
  p50: string;
  p99: string;
  max: string;
  errors: string;
  verdict: Verdict | null;
}

interface SharedLabelsModel {
  rows: readonly SharedLabel[];
  /** Labels that are not shown. */
  more: number;
  judged: boolean;
}

/** The page is for reading and printing, so the busiest labels are enough. */
const LABELS_SHOWN = 50;
const ABSENT = "-";

/** The busiest labels over the whole run. */
export function prepareSharedLabels({ summary, targets }: RunAnswer): SharedLabelsModel {
  const verdicts = verdictsByLabel(targets);
  const rows = summary.labels
    .slice(0, LABELS_SHOWN)
    .map(({ label, requests, errors, throughput, latencyMs }) => ({
      label,
      share:
        summary.requests === null || summary.requests === 0
          ? ABSENT
          : formatFixed((requests / summary.requests) * 100, 1),
      throughput: or(throughput, formatFigure),
      p50: or(latencyMs.p50, formatMillis),
      p99: or(latencyMs.p99, formatMillis),
      max: or(latencyMs.max, formatMillis),
      errors: leastOf(summary.errorsAtLeast, errors, formatCount) ?? ABSENT,
      verdict: verdicts.get(label) ?? null,
    }));
  return { rows, more: summary.labelsTotal - rows.length, judged: verdicts.size > 0 };
}

function or(value: number | null, show: (value: number) => string): string {
  return value === null ? ABSENT : show(value);
}
