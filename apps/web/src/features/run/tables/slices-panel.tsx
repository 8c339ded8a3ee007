"use client";

import { useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import {
  BareButton,
  Button,
  Segmented,
  Skeleton,
  Table,
  formatClock,
  formatCount,
  formatFigure,
  formatMicrosAsMillis,
  formatKnown,
  useVirtualRows,
} from "@headroom/ui";
import type { SliceSeconds } from "@headroom/core";
import type { RunSlice } from "@headroom/services";
import { useTRPC } from "../../../trpc/client.tsx";
import { GoneNotice } from "../view/gone-notice.tsx";
import { lengthsOf, noSlicesWords, prepareSpread } from "./prepare-slices.ts";
import { useRunView } from "../view/run-view.tsx";
import { SliceLengths } from "./slice-lengths.tsx";
import { SliceSpread } from "./slice-spread.tsx";

interface SlicesPanelProps {
  /** Of the shown window and requests. */
  wholeMs: number | null;
  targetMs: number | null;
}

const ROW_HEIGHT = 39;

/** The window in equal slices: how their p99s spread against the overall p99, and a table of all slices. */
export function SlicesPanel({ wholeMs, targetMs }: SlicesPanelProps) {
  const trpc = useTRPC();
  const { runId, view, note } = useRunView();
  const { window, label, successful, slices: asked } = view;
  const { data, error, refetch } = useQuery({
    ...trpc.run.slices.queryOptions({ runId, window, label, successful, sliceSeconds: asked }),
    placeholderData: (before) => before,
  });
  if (error && data === undefined)
    return (
      <div className="px-4 wide:px-5">
        <GoneNotice what="the slices" error={error}>
          <Button onClick={() => void refetch()}>Try again</Button>
        </GoneNotice>
      </div>
    );
  if (data === undefined)
    return (
      <div role="status" aria-label="Loading slices" className="px-4 py-5 wide:px-5">
        <Skeleton className="h-40 w-full" />
      </div>
    );
  const { sliceSeconds } = data;
  const lengths = lengthsOf(data.spreads);
  const model = prepareSpread({ ...data, wholeMs, targetMs });
  return (
    <div>
      <SliceLengths />
      <div className="grid grid-cols-1 desk:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
        <div className="min-w-0 border-b border-line px-4 py-4 wide:px-5 desk:border-r desk:border-b-0">
          <h3 className="text-13 font-semibold">p99 by slice length, ms</h3>
          <p className="text-12 text-ink-3">
            Each bar runs from the lowest to the highest p99; the dark part is the middle half. Each slice's
            p99 comes from its own requests.
            {data.slices.some(({ p99Range }) => p99Range !== null)
              ? " This source counts latencies in ranges, so each p99 is the upper end of its range."
              : ""}
          </p>
          <SliceSpread model={model} />
          {model.lesson ? <p className="mt-3 text-13 text-ink-2">{model.lesson}</p> : null}
        </div>
        <div className="min-w-0">
          <div className="flex flex-wrap items-center justify-between gap-2 border-b border-line px-4 py-2.5 wide:px-5">
            <h3 className="text-13 font-semibold">
              Slices <span className="font-normal text-ink-3">{formatCount(data.slices.length)}</span>
            </h3>
            {lengths.length === 0 ? null : (
              <Segmented
                label="Slice length"
                size="small"
                segments={lengths}
                value={String(lengths.some(({ value }) => value === String(asked)) ? asked : sliceSeconds)}
                onChange={(value) => note({ slices: Number(value) as SliceSeconds })}
              />
            )}
          </div>
          {data.slices.length === 0 ? (
            <p className="px-4 py-8 text-13 text-ink-2 wide:px-5">{noSlicesWords(data)}</p>
          ) : (
            <SlicesTable slices={data.slices} sliceSeconds={sliceSeconds} targetMs={targetMs} />
          )}
        </div>
      </div>
    </div>
  );
}

interface SlicesTableProps {
  slices: readonly RunSlice[];
  sliceSeconds: number;
  targetMs: number | null;
}

function SlicesTable({ slices, sliceSeconds, targetMs }: SlicesTableProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useVirtualRows({ count: slices.length, scroller, rowHeight: ROW_HEIGHT });
  return (
    <div
      ref={scroller}
      role="region"
      aria-label="Slices, scrollable"
      tabIndex={0}
      className="max-h-[390px] overflow-y-auto overscroll-contain focus-visible:-outline-offset-2"
    >
      <Table label="Slices" narrow="fit" aria-rowcount={slices.length + 1}>
        <thead className="sticky top-0 z-1 bg-surface">
          <tr>
            <th scope="col">From</th>
            <th scope="col" className="right">
              req/s
            </th>
            <th scope="col" className="right hidden wide:table-cell">
              p50, ms
            </th>
            <th scope="col" className="right">
              p99, ms
            </th>
            <th scope="col" className="right">
              Errors
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.before > 0 ? <tr aria-hidden="true" style={{ height: rows.before }} /> : null}
          {slices.slice(rows.from, rows.to + 1).map((slice, index) => (
            <SliceRow
              key={slice.offsetSeconds}
              slice={slice}
              at={rows.from + index}
              sliceSeconds={sliceSeconds}
              targetMs={targetMs}
            />
          ))}
          {rows.after > 0 ? <tr aria-hidden="true" style={{ height: rows.after }} /> : null}
        </tbody>
      </Table>
    </div>
  );
}

interface SliceRowProps {
  slice: RunSlice;
  at: number;
  sliceSeconds: number;
  targetMs: number | null;
}

/** Its start shows only this slice. */
function SliceRow({ slice, at, sliceSeconds, targetMs }: SliceRowProps) {
  const { go } = useRunView();
  const { offsetSeconds: fromSeconds } = slice;
  return (
    <tr aria-rowindex={at + 2} style={{ height: ROW_HEIGHT }}>
      <th scope="row">
        <BareButton
          className="font-normal hover:underline"
          title="Show only this slice"
          onClick={() => go({ window: { fromSeconds, toSeconds: fromSeconds + sliceSeconds } })}
        >
          {formatClock(fromSeconds)}
        </BareButton>
      </th>
      <td className="right">{formatFigure(slice.requests / sliceSeconds)}</td>
      <td className="right hidden wide:table-cell">{latency(slice.p50Micros, slice.p50Range)}</td>
      <td className={`right font-semibold ${isOver(slice, targetMs) ? "text-bad" : ""}`}>
        {latency(slice.p99Micros, slice.p99Range)}
      </td>
      <td className="right text-ink-2">{slice.errors === null ? "-" : formatCount(slice.errors)}</td>
    </tr>
  );
}

/** A range is over the target if all of it is. */
function isOver({ p99Micros, p99Range }: RunSlice, targetMs: number | null): boolean {
  const least = p99Micros ?? p99Range?.lowMicros ?? null;
  return least !== null && targetMs !== null && least > targetMs * 1_000;
}

function latency(micros: number | null, range: RunSlice["p99Range"]): string {
  const known =
    micros !== null || range === null
      ? { value: micros, range: null }
      : { value: null, range: { low: range.lowMicros, high: range.highMicros } };
  return formatKnown(known, formatMicrosAsMillis) ?? "-";
}
