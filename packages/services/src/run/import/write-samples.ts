import { ALL_LABEL, ALL_REQUESTS, gaugesAroundRun, joinWarnings } from "@headroom/core";
import type { AggregationOptions, CellBatch, ParseReport, RunTotals } from "@headroom/core";
import { createPartWriter, dropCells, ensureSeries, whileWriting, writeGaugeCells } from "@headroom/db";
import type { GaugeWrite, PartIdentity, SeriesName, WorkspaceTx } from "@headroom/db";
import type { Context } from "../../context.ts";
import type { OpenUpload } from "./open-upload.ts";
import { totalsOrRefusal } from "./refuse-file.ts";
import type { UploadSource } from "../record/upload-source.ts";

/** What was written for the part, ready to publish. */
export interface WrittenSamples {
  totals: RunTotals;
  report: ParseReport;
  /** Label number -> series. */
  seriesIds: ReadonlyMap<number, number>;
  /** About what it takes in the database. */
  storedBytes: number;
}

/**
 * Streams the file's cells into the database in short transactions. Nothing is locked between them, so the
 * client can take as long as it likes.
 */
export async function writeSamples(
  ctx: Context,
  upload: OpenUpload,
  source: UploadSource,
): Promise<WrittenSamples> {
  const cells = new CellStream(ctx, upload);
  const { startMicros, errorsBy, limits } = upload;
  try {
    const read = await source.read({
      options: aggregationOf(upload),
      startMicros,
      errorsBy,
      write: (batch) => cells.write(batch),
    });
    const totals = totalsOrRefusal(read, limits);
    const span = spanOf(totals, read.report);
    const around =
      span === null ? { gauges: totals.gauges, warnings: [] } : gaugesAroundRun(totals.gauges, span);
    const gauges = await cells.finish(around.gauges);
    await cells.name(totals.labels);
    const dropped = await dropCells(ctx.db, upload, totals.dropped.map(cells.toSeries));
    const storedBytes = Math.max(0, cells.bytes - dropped) + gauges;
    const warnings = joinWarnings([...totals.warnings, ...around.warnings]);
    return { totals: { ...totals, warnings }, report: read.report, seriesIds: cells.seriesIds, storedBytes };
  } catch (error) {
    // Wait for writes in flight: they would lock the part that is to be removed.
    await cells.written().catch(() => undefined);
    throw error;
  }
}

function aggregationOf({ originMicros, labelFilter, limits }: OpenUpload): AggregationOptions {
  return {
    ...(originMicros === null ? {} : { originMicros }),
    ...(labelFilter === null ? {} : { labelFilter }),
    labelLimit: limits.labels,
    labelLength: limits.labelLength,
    cellBudget: limits.runCells,
    runSecondsLimit: limits.runSeconds,
  };
}

/** When the file's requests were sent, from the origin of its cells. Null: it gives only totals. */
function spanOf({ span }: RunTotals, { durationSeconds }: ParseReport) {
  if (span === null) return null;
  const first = (span.firstStartMicros - span.originMicros) / 1e6;
  const last = (span.lastCompletionMicros - span.originMicros) / 1e6;
  return { fromSeconds: first, toSeconds: Math.max(last, first + (durationSeconds ?? 0)) };
}

const EVERYTHING = { label: ALL_REQUESTS, name: ALL_LABEL, kind: "request" } as const;

class CellStream {
  readonly seriesIds = new Map<number, number>();
  readonly #ctx: Context;
  readonly #upload: OpenUpload;
  readonly #part: PartIdentity;
  readonly #writer;
  /** The last ones that came: they are written with what the file's end brings. */
  #held: CellBatch | null = null;
  #writing: Promise<void> = Promise.resolve();

  constructor(ctx: Context, upload: OpenUpload) {
    this.#ctx = ctx;
    this.#upload = upload;
    const { partId, importedAt } = upload;
    this.#part = { workspaceId: ctx.workspaceId, partId, importedAt };
    this.#writer = createPartWriter(ctx.db, this.#part);
  }

  /** Passes cells to the database, which writes them while the next ones are read. */
  async write(batch: CellBatch): Promise<void> {
    await this.written();
    if (batch.cells.length === 0) return;
    const held = this.#held;
    this.#held = batch;
    if (held === null) return;
    const before = async (tx: WorkspaceTx) => {
      await this.#name(tx, held.labels);
    };
    this.#writing = this.#writer.writeColumns(held.cells, this.#seriesOf, { before });
    // The next `await` reports a failure; until then it must not count as unhandled.
    this.#writing.catch(() => undefined);
  }

  /** Writes the rest, and the gauges with it: there are few. Returns about how many bytes the gauges take. */
  async finish(gauges: RunTotals["gauges"]): Promise<number> {
    await this.written();
    const names = gauges.map(({ name, unit }): SeriesName => {
      return { kind: "gauge", label: name, labelKind: "gauge", unit };
    });
    const bytes = await writeGaugeCells(this.#ctx.db, this.#part, gauges, (first) =>
      this.#writeLast(names, first),
    );
    if (this.#held !== null) await this.#writeLast([], async () => {});
    return bytes;
  }

  /** Returns the series that have these names. */
  async #writeLast(names: readonly SeriesName[], write: GaugeWrite): Promise<readonly number[]> {
    const held = this.#held;
    this.#held = null;
    let ids: readonly number[] = [];
    const before = async (tx: WorkspaceTx) => {
      ids = await this.#name(tx, held?.labels ?? [], names);
    };
    const after = (tx: WorkspaceTx) => write(tx, ids);
    if (held !== null) await this.#writer.writeColumns(held.cells, this.#seriesOf, { before, after });
    else
      await whileWriting(this.#ctx.db, this.#part, async (tx) => {
        await before(tx);
        await after(tx);
      });
    return ids;
  }

  get bytes(): number {
    return this.#writer.bytes;
  }

  async written(): Promise<void> {
    await this.#writing;
  }

  /** Creates series for labels that have none yet, and for all requests. */
  async name(labels: CellBatch["labels"]): Promise<void> {
    if (this.#unnamed(labels).length === 0) return;
    const { db, workspaceId } = this.#ctx;
    await db.inWorkspace(workspaceId, (tx) => this.#name(tx, labels), { patient: true });
  }

  /** Returns the series of the other names. */
  async #name(
    tx: WorkspaceTx,
    labels: CellBatch["labels"],
    others: readonly SeriesName[] = [],
  ): Promise<number[]> {
    const unnamed = this.#unnamed(labels);
    const names = unnamed.map(({ name, kind }): SeriesName => {
      return { kind: "requests", label: name, labelKind: kind };
    });
    const ids = await ensureSeries(tx, this.#upload.runId, [...names, ...others]);
    for (const [at, { label }] of unnamed.entries()) {
      const id = ids[at];
      if (id !== undefined) this.seriesIds.set(label, id);
    }
    return ids.slice(names.length);
  }

  #unnamed(labels: CellBatch["labels"]): CellBatch["labels"] {
    const all = labels.some(({ label }) => label === ALL_REQUESTS) ? labels : [EVERYTHING, ...labels];
    return all.filter(({ label }) => !this.seriesIds.has(label));
  }

  readonly toSeries = ({ label, stepSeconds }: { label: number; stepSeconds: number }) => {
    return { seriesId: this.#seriesOf(label), stepSeconds };
  };

  readonly #seriesOf = (label: number): number => {
    const id = this.seriesIds.get(label);
    if (id === undefined) throw new Error(`label ${label} has no series`);
    return id;
  };
}
