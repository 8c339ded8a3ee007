import type { RunFailures } from "@headroom/contract";
import { formatCount, formatPercent } from "@headroom/ui";

export interface ErrorRow {
  reason: string;
  times: string;
  /** Of all errors that a reason is known for. */
  share: string;
  /** 0 to 1, for the bar. */
  part: number;
  /** The labels that it hit most: "GET /search, POST /pay and 3 more". */
  labels: { name: string; kind: RunFailures["failures"][number]["kind"]; times: string }[];
  moreLabels: number;
}

export interface ErrorsModel {
  rows: readonly ErrorRow[];
  /** What the reasons do not cover. */
  note: string | null;
}

const LABELS_SHOWN = 3;

/** Errors grouped by their reason, over all labels, the most frequent first. */
export function prepareErrors({ failures }: RunFailures, errors: number | null): ErrorsModel {
  const byReason = Map.groupBy(failures, ({ reason }) => reason);
  const groups = [...byReason].map(([reason, some]) => ({
    reason,
    some,
    times: some.reduce((sum, { times }) => sum + times, 0),
  }));
  const known = groups.reduce((sum, { times }) => sum + times, 0);
  return {
    rows: groups
      .toSorted((a, b) => b.times - a.times || (a.reason < b.reason ? -1 : 1))
      .map(({ reason, some, times }) => {
        const named = some.flatMap(({ label, kind, times: own }) =>
          label === null ? [] : [{ name: label, kind, own }],
        );
        const most = named.toSorted((a, b) => b.own - a.own);
        return {
          reason,
          times: formatCount(times),
          share: formatPercent(times / known),
          part: times / known,
          labels: most
            .slice(0, LABELS_SHOWN)
            .map(({ name, kind, own }) => ({ name, kind, times: formatCount(own) })),
          moreLabels: Math.max(0, most.length - LABELS_SHOWN),
        };
      }),
    note: noteOf(known, errors),
  };
}

function noteOf(known: number, errors: number | null): string | null {
  if (errors === null) return "This source doesn't report which requests failed.";
  if (errors > known)
    return `${formatCount(errors - known)} of the run's ${formatCount(errors)} failed requests have no recorded reason.`;
  return null;
}
