import type { Cell } from "@headroom/core";
import { liveFigures, readLiveFigures } from "@headroom/contract";
import type { LiveCell } from "@headroom/contract";
import type { LiveWriterModel } from "@headroom/db";
import type { BatchMessage } from "./messages.ts";
import type { KnownWriter } from "./place-batch.ts";
import { readRecent } from "./recent-digests.ts";
import { withSequence } from "./sequence-set.ts";

/** A batch with its cells as they are added up. */
export interface ReadBatch extends Omit<BatchMessage, "cells"> {
  cells: readonly Pick<LiveCell, "label" | "step" | "second">[];
  read: readonly Cell[];
}

export function readCells(message: BatchMessage): ReadBatch {
  return { ...message, read: message.cells.map(readLiveFigures) };
}

interface Extent {
  firstSecond: number | null;
  lastSecond: number | null;
  firstStartUs: number | null;
  lastCompletionUs: number | null;
}

/** A writer as it is after the batches so far. */
export interface WriterFold extends KnownWriter, Extent {
  name: string;
  isNew: boolean;
  /** It began in this round, or began again. */
  begins: boolean;
  partId: string | null;
  /** Parts of attempts that are over. */
  abandoned: string[];
  sendsAll: boolean;
  cells: number;
  requests: number;
  bytesIn: number;
  late: number;
  conflicts: number;
  /** All requests so far, as sent and as added up from labels; null: none. */
  totals: { sent: Cell | null; addedUp: Cell | null };
  batches: ReadBatch[];
}

export const NOTHING_YET = {
  cells: 0,
  requests: 0,
  bytesIn: 0,
  sendsAll: false,
  firstSecond: null,
  lastSecond: null,
  firstStartUs: null,
  lastCompletionUs: null,
  totals: { sent: null, addedUp: null },
};

/** Counts a batch that counts. */
export function countInto(writer: WriterFold, batch: ReadBatch): void {
  const { figures, sequence, digest } = batch;
  writer.counted = withSequence(writer.counted, sequence);
  writer.recent = new Map([...writer.recent, [sequence, digest]]);
  writer.cells += batch.cells.length;
  writer.requests += figures.requests;
  writer.bytesIn += batch.bytesIn;
  writer.sendsAll ||= figures.sendsAll;
  writer.batches.push(batch);
  if (figures.seconds === null || figures.span === null) return;
  writer.firstSecond = least(writer.firstSecond, figures.seconds.first);
  writer.lastSecond = most(writer.lastSecond, figures.seconds.last);
  writer.firstStartUs = least(writer.firstStartUs, figures.span.firstStartMicros);
  writer.lastCompletionUs = most(writer.lastCompletionUs, figures.span.lastCompletionMicros);
}

export function foldOf(row: LiveWriterModel): WriterFold {
  const number = (value: bigint | null) => (value === null ? null : Number(value));
  return {
    name: row.writer,
    attempt: row.attempt,
    pastAttempts: row.pastAttempts,
    state: row.state,
    counted: row.counted,
    recent: readRecent(row.recent),
    isNew: false,
    begins: false,
    partId: row.partId,
    abandoned: [],
    sendsAll: row.sendsAll,
    cells: Number(row.cells),
    requests: Number(row.requests),
    bytesIn: Number(row.bytesIn),
    late: Number(row.late),
    conflicts: Number(row.conflicts),
    firstSecond: number(row.firstSecond),
    lastSecond: number(row.lastSecond),
    firstStartUs: number(row.firstStartUs),
    lastCompletionUs: number(row.lastCompletionUs),
    totals: totalsOf(row),
    batches: [],
  };
}

/** What a writer has sent so far. */
export function totalsOf({ sentTotal, addedUpTotal }: LiveWriterModel): WriterFold["totals"] {
  const read = (total: unknown) => (total === null ? null : readLiveFigures(liveFigures.parse(total)));
  return { sent: read(sentTotal), addedUp: read(addedUpTotal) };
}

function least(before: number | null, now: number): number {
  return before === null ? now : Math.min(before, now);
}

function most(before: number | null, now: number): number {
  return before === null ? now : Math.max(before, now);
}
