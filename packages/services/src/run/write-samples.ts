import { RunAggregation, type CellRow, type RunTotals, type ParseReport } from "@headroom/core";
import { createPartWriter, dropCells, ensureSeries, type SeriesName, writeGaugeCells } from "@headroom/db";
import type { Context } from "../context.ts";
import type { OpenUpload } from "./open-upload.ts";
import { totalsOrRefusal } from "./refuse-file.ts";
import type { ImportLimits, UploadSource } from "./upload-source.ts";

/** What was written under the part, ready to be published. */
export interface WrittenSamples {
  totals: RunTotals;
  report: ParseReport;
  /** Label number -> series. */
  seriesIds: ReadonlyMap<number, number>;
}

/** Rows are written once there are this many: small batches would spend their time on commits. */
const ROWS_WORTH_A_WRITE = 4_000;

/**
 * Streams the file's samples into cells and the cells into the database, in short transactions of their own. Between
 * them nothing is held: the client may take as long as it likes.
 */
export async function writeSamples(
  ctx: Context,
  upload: OpenUpload,
  source: UploadSource,
  limits: ImportLimits,
): Promise<WrittenSamples> {
  const aggregation = new RunAggregation({
    ...(upload.originMicros === null ? {} : { originMicros: upload.originMicros }),
    labelLimit: limits.labels,
    labelLength: limits.labelLength,
    cellBudget: limits.runCells,
    runSecondsLimit: limits.runSeconds,
  });
  const cells = new CellStream(ctx, upload, aggregation);
  try {
    const flush = () => cells.flush(ROWS_WORTH_A_WRITE);
    const report = await source.read(aggregation, flush, upload.startMicros);
    const totals = totalsOrRefusal(aggregation, report, limits);
    await cells.flush(1);
    await cells.written();
    await cells.name(totals.labels.map(({ label }) => label));
    await dropCells(ctx.db, upload, totals.dropped.map(cells.toSeries));
    await writeGauges(ctx, upload, totals.gauges);
    return { totals, report, seriesIds: cells.seriesIds };
  } catch (error) {
    // What is still on its way would hold on to the part that is to be removed.
    await cells.written().catch(() => undefined);
    throw error;
  }
}

/** Gauges are few: they are written at once, at the end. */
async function writeGauges(ctx: Context, upload: OpenUpload, gauges: RunTotals["gauges"]): Promise<void> {
  if (gauges.length === 0) return;
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
  await writeGaugeCells(ctx.db, { workspaceId: ctx.workspaceId, partId, importedAt }, rows);
}

class CellStream {
  readonly seriesIds = new Map<number, number>();
  private readonly ctx: Context;
  private readonly upload: OpenUpload;
  private readonly aggregation: RunAggregation;
  private readonly writer;
  private waiting: CellRow[] = [];
  private writing: Promise<void> = Promise.resolve();

  constructor(ctx: Context, upload: OpenUpload, aggregation: RunAggregation) {
    this.ctx = ctx;
    this.upload = upload;
    this.aggregation = aggregation;
    const { partId, importedAt } = upload;
    this.writer = createPartWriter(ctx.db, { workspaceId: ctx.workspaceId, partId, importedAt });
  }

  /** Hands the closed cells to the database, which writes them while the next piece is being read. */
  async flush(atLeast: number): Promise<void> {
    for (const row of this.aggregation.drain()) this.waiting.push(row);
    if (this.waiting.length < atLeast) return;
    const rows = this.waiting;
    this.waiting = [];
    await this.written();
    this.writing = this.write(rows);
    // Whoever waits for it next hears of a failure; until then nobody has to.
    this.writing.catch(() => undefined);
  }

  async written(): Promise<void> {
    await this.writing;
  }

  private async write(rows: readonly CellRow[]): Promise<void> {
    await this.name(rows.map(({ label }) => label));
    await this.writer.write(
      rows.map(({ label, stepSeconds, offsetSeconds, piece, cell }) => {
        return { seriesId: this.seriesOf(label), stepSeconds, offsetSeconds, piece, cell };
      }),
    );
  }

  /** Makes series for the labels that have none yet. */
  async name(labels: readonly number[]): Promise<void> {
    const fresh = [...new Set(labels)].filter((label) => !this.seriesIds.has(label));
    if (fresh.length === 0) return;
    const names = fresh.map((label): SeriesName => {
      const { name, kind } = this.aggregation.labelOf(label);
      return { kind: "requests", label: name, labelKind: kind };
    });
    const { ctx, upload } = this;
    const ids = await ctx.db.inWorkspace(ctx.workspaceId, (tx) => ensureSeries(tx, upload.runId, names), {
      patient: true,
    });
    for (const [at, label] of fresh.entries()) {
      const id = ids[at];
      if (id !== undefined) this.seriesIds.set(label, id);
    }
  }

  readonly toSeries = ({ label, stepSeconds }: { label: number; stepSeconds: number }) => {
    return { seriesId: this.seriesOf(label), stepSeconds };
  };

  private seriesOf(label: number): number {
    const id = this.seriesIds.get(label);
    if (id === undefined) throw new Error(`label ${label} has no series`);
    return id;
  }
}
