import { gaugesAroundRun, joinWarnings } from "@headroom/core";
import type { AggregationOptions, CellBatch, ParseReport, RunTotals } from "@headroom/core";
import { createPartWriter, dropCells, ensureSeries, writeGaugeCells } from "@headroom/db";
import type { SeriesName } from "@headroom/db";
import type { Context } from "../../context.ts";
import { limitsOfWorkspace } from "../../workspace/limits.ts";
import type { ImportLimits } from "../../workspace/limits.ts";
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
  serverLimits: ImportLimits,
): Promise<WrittenSamples> {
  const limits = await limitsOfWorkspace(ctx, serverLimits);
  const cells = new CellStream(ctx, upload);
  const { startMicros, errorsBy } = upload;
  try {
    const read = await source.read({
      options: aggregationOf(upload, limits),
      startMicros,
      errorsBy,
      write: (batch) => cells.write(batch),
    });
    const totals = totalsOrRefusal(read, limits);
    await cells.written();
    await cells.name(totals.labels);
    const dropped = await dropCells(ctx.db, upload, totals.dropped.map(cells.toSeries));
    const span = spanOf(totals, read.report);
    const around =
      span === null ? { gauges: totals.gauges, warnings: [] } : gaugesAroundRun(totals.gauges, span);
    const gauges = await writeGauges(ctx, upload, around.gauges);
    const storedBytes = Math.max(0, cells.bytes - dropped) + gauges;
    const warnings = joinWarnings([...totals.warnings, ...around.warnings]);
    return { totals: { ...totals, warnings }, report: read.report, seriesIds: cells.seriesIds, storedBytes };
  } catch (error) {
    // Wait for writes in flight: they would lock the part that is to be removed.
    await cells.written().catch(() => undefined);
    throw error;
  }
}

function aggregationOf({ originMicros }: OpenUpload, limits: ImportLimits): AggregationOptions {
  return {
    ...(originMicros === null ? {} : { originMicros }),
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

/** Gauges are few, so they are written together at the end. */
async function writeGauges(ctx: Context, upload: OpenUpload, gauges: RunTotals["gauges"]): Promise<number> {
  if (gauges.length === 0) return 0;
  const names = gauges.map(({ name, unit }): SeriesName => {
    return { kind: "gauge", label: name, labelKind: "gauge", unit };
  });
  const ids = await ctx.db.inWorkspace(ctx.workspaceId, (tx) => ensureSeries(tx, upload.runId, names), {
    patient: true,
  });
  const rows = gauges.flatMap((gauge, at) => {
    const seriesId = ids[at];
    return seriesId === undefined ? [] : gauge.rows.map((row) => ({ ...row, seriesId }));
  });
  const { partId, importedAt } = upload;
  return writeGaugeCells(ctx.db, { workspaceId: ctx.workspaceId, partId, importedAt }, rows);
}

class CellStream {
  readonly seriesIds = new Map<number, number>();
  readonly #ctx: Context;
  readonly #upload: OpenUpload;
  readonly #writer;
  #writing: Promise<void> = Promise.resolve();

  constructor(ctx: Context, upload: OpenUpload) {
    this.#ctx = ctx;
    this.#upload = upload;
    const { partId, importedAt } = upload;
    this.#writer = createPartWriter(ctx.db, { workspaceId: ctx.workspaceId, partId, importedAt });
  }

  /** Passes cells to the database, which writes them while the next ones are read. */
  async write({ labels, cells }: CellBatch): Promise<void> {
    await this.written();
    this.#writing = this.name(labels).then(() => this.#writer.writeColumns(cells, this.#seriesOf));
    // The next `await` reports a failure; until then it must not count as unhandled.
    this.#writing.catch(() => undefined);
  }

  get bytes(): number {
    return this.#writer.bytes;
  }

  async written(): Promise<void> {
    await this.#writing;
  }

  /** Creates series for labels that have none yet. */
  async name(labels: CellBatch["labels"]): Promise<void> {
    const fresh = labels.filter(({ label }) => !this.seriesIds.has(label));
    if (fresh.length === 0) return;
    const names = fresh.map(({ name, kind }): SeriesName => {
      return { kind: "requests", label: name, labelKind: kind };
    });
    const [ctx, upload] = [this.#ctx, this.#upload];
    const ids = await ctx.db.inWorkspace(ctx.workspaceId, (tx) => ensureSeries(tx, upload.runId, names), {
      patient: true,
    });
    for (const [at, { label }] of fresh.entries()) {
      const id = ids[at];
      if (id !== undefined) this.seriesIds.set(label, id);
    }
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
