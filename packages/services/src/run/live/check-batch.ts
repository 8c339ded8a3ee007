import { DAY_SECONDS, HeadroomError, isHeadroomError } from "@headroom/core";
import { readLiveFigures } from "@headroom/contract";
import type { LiveBatch, LiveFigures, LiveSpan } from "@headroom/contract";
import type { LiveLimits } from "./live-limits.ts";
import type { BatchFigures } from "./messages.ts";
import { unreadable } from "./read-body.ts";

/** Refuses a batch that couldn't be counted, cell by cell. `checkTimes` checks its times. */
export function checkBatch(batch: LiveBatch, limits: LiveLimits): BatchFigures {
  if (batch.cells.length > limits.batchCells) {
    throw new HeadroomError(
      "batch-too-large",
      `The batch has ${batch.cells.length} cells. The limit is ${limits.batchCells}.`,
      { field: "cells", hint: "Split them into several batches, each with the next sequence." },
    );
  }
  checkEach("cells", batch.cells, batch.labels.length);
  for (const [at, { label }] of batch.failures.entries())
    checkLabel(`failures.${at}`, label, batch.labels.length);
  const seconds = secondsOf(batch);
  return {
    requests: requestsOf(batch),
    sendsAll: batch.cells.some(({ label }) => label === null),
    seconds,
    span: spanOf(batch, seconds),
  };
}

/** Refuses figures that contradict each other, or name a label that isn't in the list. */
export function checkEach(
  list: string,
  figures: readonly (LiveFigures & { label: number | null })[],
  labels: number,
): void {
  for (const [at, one] of figures.entries()) {
    checkLabel(`${list}.${at}`, one.label, labels);
    try {
      readLiveFigures(one);
    } catch (error) {
      if (!isHeadroomError(error, "cell-inconsistent")) throw error;
      const hint = error.hint === null ? {} : { hint: error.hint };
      throw new HeadroomError(error.code, error.message, { field: `${list}.${at}`, ...hint, cause: error });
    }
  }
}

function checkLabel(field: string, label: number | null, labels: number): void {
  if (label !== null && label >= labels)
    throw unreadable(`${field}.label`, `the body lists only ${labels} labels`);
}

/** Every cell is on the run's grid and within its length. */
export function checkTimes({ cells, span }: LiveBatch, origin: number, { runSeconds }: LiveLimits): void {
  for (const [at, { second, step }] of cells.entries()) {
    const offset = second - origin;
    const field = `cells.${at}.second`;
    if (offset % step !== 0) {
      throw unreadable(
        field,
        `steps of ${step} s must start a multiple of ${step} s after the run's origin, ${origin}`,
      );
    }
    if (Math.abs(offset) + step > runSeconds) throw tooLong(field, runSeconds);
  }
  if (span !== undefined && Math.abs(span.firstStartMicros / 1e6 - origin) > runSeconds)
    throw tooLong("span.firstStartMicros", runSeconds);
}

function tooLong(field: string, runSeconds: number): HeadroomError {
  return new HeadroomError("run-too-long", "A cell is too far from the run's origin.", {
    field,
    hint: `A run can be at most ${runSeconds / DAY_SECONDS} days long. Check the load generator's clock.`,
  });
}

/** A transaction groups requests that are counted separately. */
function requestsOf({ cells, labels }: LiveBatch): number {
  const all = cells.filter(({ label }) => label === null);
  const counted = all.length > 0 ? all : cells.filter(({ label }) => labels[label ?? -1]?.kind === "request");
  return counted.reduce((sum, { requests }) => sum + requests, 0);
}

function secondsOf({ cells }: LiveBatch): BatchFigures["seconds"] {
  if (cells.length === 0) return null;
  const seconds = { first: Infinity, last: -Infinity };
  for (const { second, step } of cells) {
    seconds.first = Math.min(seconds.first, second);
    seconds.last = Math.max(seconds.last, second + step);
  }
  return seconds;
}

function spanOf({ span }: LiveBatch, seconds: BatchFigures["seconds"]): LiveSpan | null {
  if (seconds === null) return null;
  const cells = { firstStartMicros: seconds.first * 1e6, lastCompletionMicros: seconds.last * 1e6 };
  if (span === undefined) return cells;
  checkSpan(span, cells);
  return span;
}

/** A source's own interval may be a tenth longer than the step it is stored in, and span two steps. */
const ACROSS_MICROS = 660e6;

/** Requests may begin long before the first cell; the last one completed in the cells, as far as steps can show. */
export function checkSpan(span: LiveSpan, cells: LiveSpan): void {
  const { firstStartMicros, lastCompletionMicros } = span;
  if (firstStartMicros > lastCompletionMicros) throw unreadable("span", "it ends before it starts");
  if (
    lastCompletionMicros < cells.firstStartMicros - ACROSS_MICROS ||
    lastCompletionMicros > cells.lastCompletionMicros + ACROSS_MICROS
  ) {
    throw unreadable("span", "it does not match the span of the cells");
  }
}
