import { ALL_LABEL, gridOfSteps, HeadroomError, isHeadroomError } from "@headroom/core";
import type { EncodedCell } from "@headroom/core";
import { cellFileParameters, runStatus } from "@headroom/contract";
import type { CellFileAbout, CellFileParameters } from "@headroom/contract";
import { readEncodedCells, readPartsState, readRunSeries } from "@headroom/db";
import type { RunModel, RunSeries, WorkspaceTx } from "@headroom/db";
import type { Context } from "../../context.ts";
import { parseInput } from "../../parse-input.ts";
import { requireScope } from "../../scope.ts";
import { chooseWindow, readRunRow } from "../record/choose-window.ts";
import type { ChosenWindow } from "../record/choose-window.ts";
import { readRunId } from "../record/get.ts";
import { readAbsent } from "../record/read-absent.ts";
import { runUrl } from "../record/run-url.ts";
import { getRunWindow } from "./get-window.ts";
import { instantAt, windowIn } from "./get-window-answer.ts";
import { planCellPages, wholeSteps } from "./plan-cell-pages.ts";
import type { PlannedSeries } from "./plan-cell-pages.ts";

/** A cell takes up to two kilobytes: a few megabytes at once. */
const CELLS_AT_ONCE = 4_000;

const NOTE =
  "Percentiles of cells can't be averaged or added up. For a percentile of several cells, add up the counts of their buckets. " +
  'Rows of the kind "all" are all requests; rows of other kinds are labels, and count the same requests again.';

/** Null: all requests. */
type ExportedLabel = { kind: "all"; name: null } | { kind: RunSeries["kind"]; name: string };

export interface ExportedCell {
  label: ExportedLabel;
  stepSeconds: number;
  /** The start of the step. */
  atMillis: number;
  /** From the second in which the run's first request began. */
  second: number;
  /** What several parts, and late arrivals, have in this step: their merge is the cell. */
  pieces: EncodedCell[];
}

export interface CellExport {
  about: CellFileAbout;
  absent: Awaited<ReturnType<typeof readAbsent>>;
  /** Each is read in a transaction of its own, so that none waits for the client. Fails if the run changes in between. */
  batches: AsyncGenerator<ExportedCell[]>;
}

/** The cells of a run, each series in the finest step that it is stored in. */
export async function exportCells({
  ctx,
  input,
}: {
  ctx: Context;
  input: { runId: string; parameters: unknown; webUrl: string };
}): Promise<CellExport> {
  requireScope(ctx, "read");
  const runId = readRunId(input.runId);
  const asked = parseInput(cellFileParameters, input.parameters);
  const found = await ctx.db.inWorkspace(ctx.workspaceId, (tx) => findCells(tx, ctx, runId, asked));
  const { run, window, series, absent, names } = found;
  const kept = series.filter(({ stepSeconds }) => stepSeconds !== null);
  if (kept.length === 0) throw nothingOverTime(asked, series.length);
  const about: CellFileAbout = {
    version: 1,
    run: {
      id: runId,
      url: runUrl(input.webUrl, runId),
      ...names,
      number: run.number,
      tool: run.tool,
      status: runStatus.parse(run.status),
    },
    window: {
      kind: window.kind,
      from: instantAt(run, window.fromSeconds),
      to: instantAt(run, window.toSeconds),
    },
    latencyResolutionMicros: found.gridMicros,
    proof: await proofOf(ctx, runId, windowIn(run, { window: "whole", ...asked })),
    seriesLeftOut: series.length - kept.length,
    errorsAtLeast: absent.includes("some-errors"),
    note: NOTE,
  };
  return { about, absent, batches: readBatches(ctx, { ...found, series: kept, asked }) };
}

interface FoundCells {
  run: RunModel;
  window: ChosenWindow;
  series: RunSeries[];
  absent: CellExport["absent"];
  names: { service: string; experiment: string };
  gridMicros: number;
  state: string;
  parts: number;
}

async function findCells(
  tx: WorkspaceTx,
  ctx: Context,
  runId: string,
  { label, kind, ...asked }: CellFileParameters,
): Promise<FoundCells> {
  const run = await readRunRow(tx, ctx, runId);
  const window = chooseWindow(run, windowIn(run, { window: "whole", ...asked }));
  const named =
    label === undefined ? null : { name: label.replaceAll("\0", "\uFFFD"), kind: labelKind(kind) };
  const series = await readRunSeries(tx, runId, named);
  const parts = await tx.prisma.part.findMany({
    where: { runId, kind: "requests", state: "published" },
    select: { latencyResolutionUs: true },
  });
  const [service, experiment] = await Promise.all([
    tx.prisma.service.findUniqueOrThrow({ where: { id: run.serviceId }, select: { name: true } }),
    tx.prisma.experiment.findUniqueOrThrow({ where: { id: run.experimentId }, select: { name: true } }),
  ]);
  return {
    run,
    window,
    series: series.filter((one) => kind === undefined || labelOf(one).kind === kind),
    absent: await readAbsent(tx, runId),
    names: { service: service.name, experiment: experiment.name },
    gridMicros: gridOfSteps(parts.map(({ latencyResolutionUs }) => latencyResolutionUs)),
    ...(await readPartsState(tx, runId)),
  };
}

function labelKind(kind: CellFileParameters["kind"]): RunSeries["kind"] {
  return kind === undefined || kind === "all" ? "request" : kind;
}

function labelOf({ name, kind }: RunSeries): ExportedLabel {
  return name === ALL_LABEL && kind === "request" ? { kind: "all", name: null } : { kind, name };
}

async function* readBatches(
  ctx: Context,
  { run, window, series, state, parts, asked }: FoundCells & { asked: CellFileParameters },
): AsyncGenerator<ExportedCell[]> {
  const labels = new Map(series.map((one) => [one.seriesId, labelOf(one)]));
  const planned = series.flatMap(({ seriesId, stepSeconds }): PlannedSeries[] => {
    if (stepSeconds === null) return [];
    const step = asked.step === undefined || asked.step < stepSeconds ? stepSeconds : asked.step;
    return [{ seriesId, stepSeconds: step, ...wholeSteps(window, step, window.kind === "whole") }];
  });
  const { importedAt } = run;
  for (const { seriesIds, ...segment } of planCellPages(planned, Math.ceil(CELLS_AT_ONCE / parts))) {
    const cells = await ctx.db.inWorkspace(ctx.workspaceId, async (tx) => {
      const now = await readPartsState(tx, run.id);
      if (now.state !== state) throw changed();
      return readEncodedCells(tx, { runId: run.id, importedAt, seriesIds }, [segment]);
    });
    const bySeries = Map.groupBy(cells, ({ seriesId }) => seriesId);
    yield seriesIds.flatMap((id) => {
      const label = labels.get(id);
      const own = bySeries.get(id);
      return label === undefined || own === undefined ? [] : toSteps(run, segment.stepSeconds, label, own);
    });
  }
}

type Read = Awaited<ReturnType<typeof readEncodedCells>>;

/** In order of time, as they were read. */
function toSteps(run: RunModel, stepSeconds: number, label: ExportedLabel, cells: Read): ExportedCell[] {
  const origin = (run.origin ?? run.importedAt).getTime();
  const start = Math.floor(((run.startedAt?.getTime() ?? origin) - origin) / 1_000);
  return [...Map.groupBy(cells, ({ offsetSeconds }) => offsetSeconds)].map(([offsetSeconds, pieces]) => ({
    label,
    stepSeconds,
    atMillis: origin + offsetSeconds * 1_000,
    second: offsetSeconds - start,
    pieces: pieces.map(({ cell }) => cell),
  }));
}

/** A file with transactions only has no cells of all requests, and so nothing to prove. */
async function proofOf(
  ctx: Context,
  runId: string,
  window: ReturnType<typeof windowIn>,
): Promise<CellFileAbout["proof"]> {
  try {
    return (await getRunWindow({ ctx, input: { runId, window } })).proof;
  } catch (error) {
    if (isHeadroomError(error, "not-found")) return null;
    throw error;
  }
}

function nothingOverTime({ label, kind = "all" }: CellFileParameters, found: number): HeadroomError {
  return found === 0 && (label !== undefined || kind !== "all")
    ? new HeadroomError("not-found", "The run has no such labels.", {
        hint: "GET /v1/runs/{id} lists labels. Unless you pass kind=, label= is one of the kind request.",
      })
    : new HeadroomError("not-found", "There is no data over time.", {
        hint: "A file with totals only has no cells. Send the tool's raw results.",
      });
}

function changed(): HeadroomError {
  return new HeadroomError("conflict", "The run changed while its cells were read.", {
    hint: "Download them again.",
  });
}
