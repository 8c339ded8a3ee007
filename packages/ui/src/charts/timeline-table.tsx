"use client";

import { formatClock } from "../format/duration.ts";
import { formatMillis } from "../format/latency.ts";
import { formatCount, formatFigure } from "../format/number.ts";
import { toCsv } from "./csv.ts";
import { PERCENTILE_LINES } from "./timeline-model.ts";
import type { TimelineModel, TimelinePoint } from "./timeline-model.ts";

export type TimelinePart = "throughput" | "latency";

interface Column {
  head: string;
  /** The name in a file, where the unit has to travel with it. */
  field: string;
  value: (point: TimelinePoint) => number | null;
  show: (value: number) => string;
}

const COLUMNS: Record<TimelinePart, readonly Column[]> = {
  throughput: [
    { head: "req/s", field: "requests_per_second", value: (point) => point.throughput, show: formatFigure },
    { head: "Requests", field: "requests", value: (point) => point.requests, show: formatCount },
    { head: "Errors", field: "errors", value: (point) => point.errors, show: formatCount },
  ],
  latency: PERCENTILE_LINES.map((line) => ({
    head: `${line}, ms`,
    field: `${line}_ms`,
    value: (point: TimelinePoint) => point[line],
    show: formatMillis,
  })),
};

/** The chart's figures in rows, in the room that the chart had. */
export function TimelineTable({
  model,
  part,
  label,
}: {
  model: TimelineModel;
  part: TimelinePart;
  label: string;
}) {
  const columns = COLUMNS[part];
  return (
    <div
      role="region"
      aria-label={label}
      tabIndex={0}
      className="absolute inset-0 overflow-auto rounded-chip border border-line"
    >
      <table aria-label={label} className="ledger ledger-dense">
        <thead className="sticky top-0 bg-surface">
          <tr>
            <th scope="col">From</th>
            {columns.map(({ head }) => (
              <th key={head} scope="col" className="right">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {model.points.map((point) => (
            <tr key={point.fromSeconds}>
              <th scope="row">{formatClock(point.fromSeconds)}</th>
              {columns.map(({ head, value, show }) => (
                <td key={head} className="right">
                  {shown(value(point), show)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function shown(value: number | null, show: (value: number) => string): string {
  return value === null ? "-" : show(value);
}

export function timelineCsv(model: TimelineModel, part: TimelinePart): string {
  const columns = COLUMNS[part];
  return toCsv(
    ["offset_seconds", ...columns.map(({ field }) => field)],
    model.points.map((point) => [point.fromSeconds, ...columns.map(({ value }) => value(point))]),
  );
}
