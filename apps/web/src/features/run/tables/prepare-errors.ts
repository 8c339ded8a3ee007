import type { RunFailures } from "@headroom/contract";
import { formatClock, formatCount, formatPercent } from "@headroom/ui";

type Failure = RunFailures["failures"][number];

export interface ErrorRow {
  reason: string;
  times: string;
  /** Of all errors that a reason is known for. */
  share: string;
  /** 0 to 1, for the bar. */
  part: number;
  /** Since the run's start: "1:20"; null: unknown. */
  first: string | null;
  last: string | null;
  /** The labels that it hit most: "GET /search, POST /pay and 3 more". */
  labels: { name: string; kind: Failure["kind"]; times: string }[];
  moreLabels: number;
}

export interface ErrorsModel {
  rows: readonly ErrorRow[];
  /** Whether it is known when any of them happened. */
  hasTimes: boolean;
  /** Why the rows cover the whole run although a window is chosen, or lack some of its failures. */
  coverage: string | null;
  /** What the reasons do not cover. */
  note: string | null;
}

export interface ErrorsInput {
  /** When the seconds of the run begin; null: it has no times. */
  origin: string | null;
  /** In the whole run; null: the source doesn't say. */
  total: number | null;
  /** The chosen window; null: the whole run. */
  inWindow: { name: string; errors: number | null } | null;
}

const LABELS_SHOWN = 3;

/** Errors grouped by their reason, over all labels, the most frequent first. */
export function prepareErrors(read: RunFailures, { origin, total, inWindow }: ErrorsInput): ErrorsModel {
  const groups = [...Map.groupBy(read.failures, ({ reason }) => reason)].map(([reason, some]) => ({
    reason,
    some,
    times: some.reduce((sum, { times }) => sum + times, 0),
  }));
  const known = groups.reduce((sum, { times }) => sum + times, 0);
  const shown = read.window.kind === "whole" ? null : inWindow;
  return {
    rows: groups
      .toSorted((a, b) => b.times - a.times || (a.reason < b.reason ? -1 : 1))
      .map(({ reason, some, times }) => ({
        reason,
        times: formatCount(times),
        share: formatPercent(times / known),
        part: times / known,
        ...spanOf(some, origin),
        ...labelsOf(some),
      })),
    hasTimes: read.failures.some(({ firstAt }) => firstAt !== null),
    coverage: coverageOf(read, inWindow !== null),
    note: shown === null ? noteOf(known, total, null) : noteOf(known, shown.errors, shown.name),
  };
}

function labelsOf(some: readonly Failure[]): Pick<ErrorRow, "labels" | "moreLabels"> {
  const named = some.flatMap(({ label, kind, times }) =>
    label === null ? [] : [{ name: label, kind, times }],
  );
  const most = named.toSorted((a, b) => b.times - a.times);
  return {
    labels: most.slice(0, LABELS_SHOWN).map((label) => ({ ...label, times: formatCount(label.times) })),
    moreLabels: Math.max(0, most.length - LABELS_SHOWN),
  };
}

function spanOf(some: readonly Failure[], origin: string | null): Pick<ErrorRow, "first" | "last"> {
  const moments = some.flatMap(({ firstAt, lastAt }) =>
    firstAt === null || lastAt === null ? [] : [Date.parse(firstAt), Date.parse(lastAt)],
  );
  if (moments.length === 0 || origin === null) return { first: null, last: null };
  const clock = (at: number) => formatClock(Math.max(0, (at - Date.parse(origin)) / 1_000));
  return { first: clock(Math.min(...moments)), last: clock(Math.max(...moments)) };
}

const AGAIN = "Parse its file again, or upload it again, to add them.";

function coverageOf({ overTime }: RunFailures, inWindow: boolean): string | null {
  const { known, withoutTime, because } = overTime;
  const isOld = because === "stored-before";
  if (known === "all" || (!inWindow && !isOld)) return null;
  if (known === "some") {
    const missing = `${formatCount(withoutTime)} failed requests of the run have no time`;
    return [`${missing}${inWindow ? " and aren't listed here" : ""}.`, ...(isOld ? [AGAIN] : [])].join(" ");
  }
  const covers = inWindow ? ", so the reasons below cover the whole run" : "";
  return isOld
    ? `This run was stored before Headroom kept the times of errors${covers}. ${AGAIN}`
    : `This source doesn't report when requests failed${covers}.`;
}

function noteOf(known: number, errors: number | null, window: string | null): string | null {
  if (errors === null) return "This source doesn't report which requests failed.";
  if (errors <= known) return null;
  const missing = formatCount(errors - known);
  return window === null
    ? `${missing} of the run's ${formatCount(errors)} failed requests have no recorded reason.`
    : `${missing} of the ${formatCount(errors)} failed requests in the ${window} have no recorded reason.`;
}
