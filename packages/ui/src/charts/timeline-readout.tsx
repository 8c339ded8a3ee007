"use client";

import { formatClock } from "../format/duration.ts";
import { formatMillis } from "../format/latency.ts";
import { formatFigure } from "../format/number.ts";
import { useCrosshair } from "./crosshair.ts";
import type { Crosshair } from "./crosshair.ts";
import { PERCENTILE_LINES, PERCENTILE_LOOKS } from "./timeline-model.ts";
import type { TimelineModel, TimelinePoint } from "./timeline-model.ts";

/** The legend, which is also where the crosshair is read: nothing ever covers the data. */
export function TimelineReadout({ crosshair, model }: { crosshair: Crosshair; model: TimelineModel }) {
  const index = useCrosshair(crosshair);
  const point = index === null ? undefined : model.points[index];
  return (
    <div className="flex min-h-9 flex-wrap content-center items-center gap-x-4 gap-y-1 text-12 text-ink-2 wide:min-h-5 wide:flex-nowrap">
      {point ? <b className="min-w-10 font-semibold text-ink">{formatClock(point.fromSeconds)}</b> : null}
      <ReadoutItem
        name="req/s"
        color="var(--s1)"
        width={2}
        value={point ? figure(point.throughput, formatFigure) : null}
      />
      {model.latency
        ? PERCENTILE_LINES.map((line) => (
            <ReadoutItem
              key={line}
              name={line}
              {...PERCENTILE_LOOKS[line]}
              value={point ? figure(point[line], formatMillis) : null}
            />
          ))
        : null}
    </div>
  );
}

function ReadoutItem(props: { name: string; color: string; width: number; value: string | null }) {
  return (
    <span className="inline-flex items-center whitespace-nowrap">
      <span
        aria-hidden="true"
        className="mr-1.5 inline-block w-3.5"
        style={{ borderTop: `${props.width}px solid ${props.color}` }}
      />
      {props.name}
      {props.value === null ? null : <b className="ml-1.5 font-semibold text-ink">{props.value}</b>}
    </span>
  );
}

function figure(value: number | null, format: (value: number) => string): string {
  return value === null ? "-" : format(value);
}

/** What a screen reader hears while the arrow keys move the crosshair. */
export function spokenPoint(point: TimelinePoint | undefined): string {
  if (!point) return "no moment chosen";
  if (point.requests === null) return `${formatClock(point.fromSeconds)}, nothing was recorded`;
  const parts = [formatClock(point.fromSeconds)];
  if (point.throughput !== null) parts.push(`${formatFigure(point.throughput)} requests a second`);
  if (point.p99 !== null) parts.push(`p99 ${formatMillis(point.p99)} ms`);
  return parts.join(", ");
}
