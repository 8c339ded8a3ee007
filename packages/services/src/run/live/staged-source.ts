import { createHash } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import { z } from "zod";
import {
  aggregateRun,
  ALL_REQUESTS,
  DEFAULT_LIMITS,
  LATENCY_SOURCES,
  mergeAllCells,
  STEPS,
  type Cell,
  type LatencySource,
  type ParseReport,
  type ReadRun,
  type SampleSink,
} from "@headroom/core";
import { readLiveFigures, type LiveCell, type LiveReport, type LiveWriterEnd } from "@headroom/contract";
import { Prisma, type LiveBatchModel, type LiveWriterModel } from "@headroom/db";
import type { Context } from "../../context.ts";
import type { CellIntake, UploadHead, UploadSource } from "../record/upload-source.ts";
import type { CoarseLabel } from "./check-batch.ts";
import { unpackBatch, type PackedContent } from "./pack-batch.ts";

export interface StagedWriter {
  writer: LiveWriterModel;
  /** In epoch seconds; null: it sent only totals. */
  origin: number | null;
  end: LiveWriterEnd | null;
  report: LiveReport;
}

const BATCHES_AT_ONCE = 4;
const CELLS_AT_ONCE = 1_000;

/** The batches of one writer as an upload's source: they are added up like the results of a file. */
export class StagedSource implements UploadSource {
  readonly #ctx: Context;
  readonly #staged: StagedWriter;

  constructor(ctx: Context, staged: StagedWriter) {
    this.#ctx = ctx;
    this.#staged = staged;
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
    const feed = new CellFeed(this.#staged, await this.#readCoarse());
    const read = await aggregateRun(
      async (sink, flush) => {
        for await (const { body } of this.#batches()) {
          for (const turn of inTurns(await unpackBatch(body))) {
            feed.take(turn, sink);
            await flush();
            // Adding up blocks the thread, so it yields to other work in between.
            await nextTurn();
          }
        }
        return feed.end(sink);
      },
      // What arrived was within the limit; on the grid of a longer step it may begin a little earlier.
      {
        ...options,
        runSecondsLimit: (options.runSecondsLimit ?? DEFAULT_LIMITS.runSecondsLimit) + 2 * STEPS[3],
      },
      write,
    );
    return { ...read, report: { ...read.report, source: sourceOf(read) } };
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

  async *#batches(): AsyncGenerator<LiveBatchModel> {
    const { runId, writer } = this.#staged.writer;
    for (let after = 0; ;) {
      const page = await this.#ctx.db.inWorkspace(
        this.#ctx.workspaceId,
        ({ prisma }) =>
          prisma.liveBatch.findMany({
            where: { runId, writer, sequence: { gt: after } },
            orderBy: { sequence: "asc" },
            take: BATCHES_AT_ONCE,
          }),
        { patient: true },
      );
      const last = page.at(-1);
      if (last === undefined) return;
      yield* page;
      after = last.sequence;
    }
  }

  async #readCoarse(): Promise<CoarseLabel[]> {
    const { runId, writer } = this.#staged.writer;
    const rows = await this.#ctx.db.inWorkspace(this.#ctx.workspaceId, ({ prisma }) =>
      prisma.liveBatch.findMany({
        where: { runId, writer, coarse: { not: Prisma.DbNull } },
        select: { coarse: true },
      }),
    );
    return rows.flatMap(({ coarse }) => coarseLabels.parse(coarse));
  }
}

const coarseLabels = z.array(z.tuple([z.string().nullable(), z.string(), z.int()]));

function* inTurns({ cells, ...content }: PackedContent): Generator<PackedContent> {
  yield { ...content, cells: cells.slice(0, CELLS_AT_ONCE) };
  const rest = { ...content, gauges: [], failures: [] };
  for (let at = CELLS_AT_ONCE; at < cells.length; at += CELLS_AT_ONCE)
    yield { ...rest, cells: cells.slice(at, at + CELLS_AT_ONCE) };
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

  constructor(staged: StagedWriter, coarse: readonly CoarseLabel[]) {
    this.#staged = staged;
    const { sendsAll } = staged.writer;
    for (const [name, kind, step] of coarse) {
      const key = keyOf(name, kind);
      this.#steps.set(key, Math.max(step, this.#steps.get(key) ?? 1));
      const tellsAll = sendsAll ? name === null : kind === "request";
      if (tellsAll) this.#allStep = Math.max(this.#allStep, step);
    }
  }

  take({ labels, cells, gauges, failures }: PackedContent, sink: SampleSink): void {
    const numbers = labels.map(({ name, kind }) => sink.label(name, kind));
    const numberOf = (label: number | null) =>
      label === null ? ALL_REQUESTS : (numbers[label] ?? ALL_REQUESTS);
    const all = new Map<number, Cell[]>();
    for (const wire of cells) {
      const cell = readLiveFigures(wire);
      const named = wire.label === null ? undefined : labels[wire.label];
      if (named !== undefined) {
        const step = this.#steps.get(keyOf(named.name, named.kind)) ?? 1;
        sink.interval(numberOf(wire.label), this.#beginOf(wire, step) * 1e6, step, cell);
      }
      const tellsAll = this.#staged.writer.sendsAll ? named === undefined : named?.kind === "request";
      if (tellsAll) gather(all, this.#beginOf(wire, this.#allStep), cell);
    }
    for (const [second, some] of all) {
      const cell = mergeAllCells(some);
      this.#requests += cell.requests;
      sink.interval(ALL_REQUESTS, second * 1e6, this.#allStep, cell);
    }
    for (const { label, reason, times } of failures) sink.failure(numberOf(label), reason, times);
    for (const { name, unit, values } of gauges) {
      const gauge = sink.gauge(name, unit);
      for (const { atMicros, value } of values) sink.measure(gauge, atMicros, value);
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
    return { ...report, accepted, ...statedSpan(report, end, writer) };
  }

  #beginOf({ second }: LiveCell, step: number): number {
    const origin = this.#staged.origin ?? second;
    return origin + Math.floor((second - origin) / step) * step;
  }
}

function gather(groups: Map<number, Cell[]>, second: number, cell: Cell): void {
  const group = groups.get(second);
  if (group === undefined) groups.set(second, [cell]);
  else group.push(cell);
}

function keyOf(name: string | null, kind: string): string {
  return name === null ? "" : `${kind} ${name}`;
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
