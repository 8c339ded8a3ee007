import { createHash } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import {
  aggregateRun,
  ALL_LABEL,
  ALL_REQUESTS,
  DEFAULT_LIMITS,
  LATENCY_SOURCES,
  mergeAllCells,
  SECOND_MICROS,
  STEPS,
  widthOfInterval,
} from "@headroom/core";
import type {
  Cell,
  LabelKind,
  LatencySource,
  ParseReport,
  ReadRun,
  RunTotals,
  SampleSink,
} from "@headroom/core";
import { readLiveFigures } from "@headroom/contract";
import type { LiveReport, LiveWriterEnd } from "@headroom/contract";
import { readCoarseLabels, readLiveCells, readLiveMinutes } from "@headroom/db";
import type { LiveCellRow, LiveMinute, LivePart, LiveWriterModel, WorkspaceTx } from "@headroom/db";
import type { Context } from "../../context.ts";
import type { CellIntake, UploadHead, UploadSource } from "../record/upload-source.ts";
import { unpackAdditions } from "./messages.ts";
import type { Addition } from "./messages.ts";

export interface StagedWriter {
  writer: LiveWriterModel;
  /** In epoch seconds; null: it sent only totals. */
  origin: number | null;
  /** Where its cells stand; null: it sent only totals. */
  part: LivePart | null;
  end: LiveWriterEnd | null;
  report: LiveReport;
}

const CELLS_A_PAGE = 5_000;
const CELLS_A_TURN = 1_000;

/** What one writer sent as an upload's source: it is added up like the results of a file. */
export class StagedSource implements UploadSource {
  readonly #ctx: Context;
  readonly #staged: StagedWriter;
  readonly #assertRoom: () => void;

  constructor(ctx: Context, staged: StagedWriter, assertRoom: () => void) {
    this.#ctx = ctx;
    this.#staged = staged;
    this.#assertRoom = assertRoom;
  }

  async open(): Promise<UploadHead> {
    const { origin, report } = this.#staged;
    return {
      format: report.format,
      tool: report.tool,
      firstStartMicros: origin === null ? null : origin * 1e6,
      relative: report.clock === "relative",
      mapping: null,
    };
  }

  async read({ options, write }: CellIntake): Promise<ReadRun> {
    const feed = new CellFeed(this.#staged, await this.#inPart(readCoarseLabels, []));
    const read = await aggregateRun(
      async (sink, flush) => {
        for await (const rows of this.#pages()) {
          for (let at = 0; at < rows.length; at += CELLS_A_TURN) {
            this.#assertRoom();
            feed.take(rows.slice(at, at + CELLS_A_TURN), sink);
            await flush();
            // Adding up blocks the thread, so it yields to other work in between.
            await nextTurn();
          }
        }
        for await (const addition of this.#additions()) feed.takeAddition(addition, sink);
        return feed.end(sink);
      },
      // What arrived was within the limit; on the grid of a longer step it may begin a little earlier.
      {
        ...options,
        runSecondsLimit: (options.runSecondsLimit ?? DEFAULT_LIMITS.runSecondsLimit) + 2 * STEPS[3],
      },
      write,
    );
    const { report, totals } = read;
    const samplesDigest = this.#staged.end?.samplesDigest ?? null;
    return {
      report: { ...report, source: sourceOf(read) },
      totals: totals === null ? null : { ...inIntervals(totals, this.#staged.end), samplesDigest },
    };
  }

  /** What was sent in this attempt: no other part has it. */
  async digest(): Promise<Uint8Array> {
    const { runId, writer, attempt } = this.#staged.writer;
    return createHash("sha256")
      .update(JSON.stringify(["live", runId, writer, attempt]))
      .digest();
  }

  bytesIn(): number {
    return Number(this.#staged.writer.bytesIn);
  }

  async *#pages(): AsyncGenerator<LiveCellRow[]> {
    for (const minutes of pagesOf(await this.#inPart(readLiveMinutes, [])))
      yield await this.#inPart((tx, part) => readLiveCells(tx, part, minutes), []);
  }

  async *#additions(): AsyncGenerator<Addition> {
    for (let after = 0n; ;) {
      const row = await this.#inPart(
        ({ prisma }, { partId }) =>
          prisma.liveAddition.findFirst({ where: { partId, id: { gt: after } }, orderBy: { id: "asc" } }),
        null,
      );
      if (row === null) return;
      yield* await unpackAdditions(row.body);
      after = row.id;
    }
  }

  async #inPart<T>(read: (tx: WorkspaceTx, part: LivePart) => Promise<T>, otherwise: T): Promise<T> {
    const { part } = this.#staged;
    if (part === null) return otherwise;
    return this.#ctx.db.inWorkspace(this.#ctx.workspaceId, (tx) => read(tx, part), { patient: true });
  }
}

/** Stretches of time with a bounded number of cells, from inclusive to exclusive. */
function pagesOf(minutes: readonly LiveMinute[]): { from: number; to: number }[] {
  const pages: { from: number; to: number; cells: number }[] = [];
  for (const { minute, cells } of minutes) {
    const last = pages.at(-1);
    if (last !== undefined && last.cells + cells <= CELLS_A_PAGE) {
      last.to = minute + 1;
      last.cells += cells;
    } else pages.push({ from: minute, to: minute + 1, cells });
  }
  return pages;
}

/** Nothing is read finer than the longest interval of what the cells were made from. */
function inIntervals(totals: RunTotals, end: LiveWriterEnd | null): RunTotals {
  const width = widthOfInterval(end?.intervalSeconds ?? 0);
  const readIn = (finest: number | null) =>
    finest === null || width === null ? null : Math.max(finest, width);
  return {
    ...totals,
    allFinestStepSeconds: readIn(totals.allFinestStepSeconds),
    labels: totals.labels.map((label) => ({ ...label, finestStepSeconds: readIn(label.finestStepSeconds) })),
  };
}

/** What the source reports holds only for the whole that its cells add up to; percentiles of parts add up to none. */
function sourceOf({ report: { source }, totals }: ReadRun): LatencySource {
  const kind = totals?.all.distribution.kind ?? "none";
  const told = source === "samples" || source === "sketch" || source === "buckets";
  const lower = told && LATENCY_SOURCES.indexOf(kind) > LATENCY_SOURCES.indexOf(source);
  return lower && kind !== "sketch" && totals?.all.requests !== 0 ? kind : source;
}

/** Puts cells into a sink: those of a label in its longest step, so that no step shows only a part. */
class CellFeed {
  readonly #staged: StagedWriter;
  readonly #steps = new Map<string, number>();
  #allStep = 1;
  #requests = 0;

  constructor(
    staged: StagedWriter,
    coarse: readonly { label: string; labelKind: LabelKind; step: number }[],
  ) {
    this.#staged = staged;
    const { sendsAll } = staged.writer;
    for (const { label, labelKind, step } of coarse) {
      this.#steps.set(keyOf(label, labelKind), step);
      const tellsAll = sendsAll ? label === ALL_LABEL : labelKind === "request";
      if (tellsAll) this.#allStep = Math.max(this.#allStep, step);
    }
  }

  take(rows: readonly LiveCellRow[], sink: SampleSink): void {
    const { sendsAll } = this.#staged.writer;
    const all = new Map<number, Cell[]>();
    for (const { label, labelKind, offsetSeconds, cell } of rows) {
      const isAll = label === ALL_LABEL;
      if (!isAll) {
        const step = this.#steps.get(keyOf(label, labelKind)) ?? 1;
        sink.interval(sink.label(label, labelKind), this.#beginOf(offsetSeconds, step) * 1e6, step, cell);
      }
      const tellsAll = sendsAll ? isAll : labelKind === "request";
      if (tellsAll) gather(all, this.#beginOf(offsetSeconds, this.#allStep), cell);
    }
    for (const [second, some] of all) {
      const cell = mergeAllCells(some);
      this.#requests += cell.requests;
      sink.interval(ALL_REQUESTS, second * 1e6, this.#allStep, cell);
    }
  }

  takeAddition({ labels, gauges, failures }: Addition, sink: SampleSink): void {
    for (const { label, reason, times, over } of failures) {
      const named = label === null ? undefined : labels[label];
      const number = named === undefined ? ALL_REQUESTS : sink.label(named.name, named.kind);
      let rest = times;
      for (const { second, times: some } of over?.counts ?? []) {
        sink.failure(number, reason, some, second * SECOND_MICROS, over?.step);
        rest -= some;
      }
      if (rest > 0) sink.failure(number, reason, rest);
    }
    for (const { name, unit, values } of gauges) {
      const gauge = sink.gauge(name, unit);
      for (const { atMicros, value, spread } of values) sink.measure(gauge, atMicros, value, spread);
    }
  }

  end(sink: SampleSink): ParseReport {
    const { end, report, writer } = this.#staged;
    for (const total of end?.totals ?? []) {
      const named = total.label === null ? undefined : end?.labels[total.label];
      const cell = readLiveFigures(total);
      if (total.label === null) this.#requests = Math.max(this.#requests, cell.requests);
      sink.total(named === undefined ? ALL_REQUESTS : sink.label(named.name, named.kind), cell);
    }
    const accepted = Math.max(1, report.accepted ?? this.#requests);
    const warnings = [...report.warnings, ...sharedWarning(writer)];
    return { ...report, accepted, warnings, ...statedSpan(report, end, writer) };
  }

  #beginOf(offsetSeconds: number, step: number): number {
    return (this.#staged.origin ?? 0) + Math.floor(offsetSeconds / step) * step;
  }
}

function gather(groups: Map<number, Cell[]>, second: number, cell: Cell): void {
  const group = groups.get(second);
  if (group === undefined) groups.set(second, [cell]);
  else group.push(cell);
}

function keyOf(label: string, kind: LabelKind): string {
  return `${kind} ${label}`;
}

/** Two senders with one writer's name: of each number, the first counted. */
function sharedWarning({ writer, conflicts }: LiveWriterModel): ParseReport["warnings"] {
  if (conflicts === 0n) return [];
  const detail = `Two senders used the writer name "${writer}": of batches with the same number, only the first counted.`;
  return [{ code: "writer-shared", count: Number(conflicts), detail, lines: [] }];
}

/** Totals have no cells to take a time from, so the span that the writer reports is used. */
function statedSpan(
  { startedAtMicros, durationSeconds }: LiveReport,
  end: LiveWriterEnd | null,
  { firstSecond }: LiveWriterModel,
): Pick<ParseReport, "startedAtMicros" | "durationSeconds"> {
  const span = end?.span;
  if (firstSecond !== null || span === undefined) return { startedAtMicros, durationSeconds };
  return {
    startedAtMicros: startedAtMicros ?? span.firstStartMicros,
    durationSeconds: durationSeconds ?? (span.lastCompletionMicros - span.firstStartMicros) / 1e6,
  };
}
