import { GaugeRegister, gaugesAroundRun, HeadroomError, joinWarnings } from "@headroom/core";
import type { GaugeSink, GaugeTotals, RefusalTally, Warning } from "@headroom/core";
import { gaugeImportParameters } from "@headroom/contract";
import type { RunAnswer } from "@headroom/contract";
import {
  ensureSeries,
  holdForPublishing,
  holdRun,
  partGone,
  readGauges,
  removePart,
  whileWriting,
  writeGaugeCells,
} from "@headroom/db";
import type { RunModel, WorkspaceTx } from "@headroom/db";
import { writeAudit } from "../../audit.ts";
import type { Context } from "../../context.ts";
import { parseInput } from "../../parse-input.ts";
import { requireScope } from "../../scope.ts";
import { noSuchRun, readRunId } from "../record/get.ts";
import { noteRun } from "../edit/decide-again.ts";
import { judgeRun } from "../judge/judge-run.ts";
import { readRunDetail } from "../record/read-run-detail.ts";
import { knownSpanOf } from "../record/run-span.ts";
import { requireRun } from "../record/require-run.ts";
import type { Uploads } from "./uploads.ts";

/** The result of reading a file of gauges, and what was left out of it. */
export interface GaugeSource {
  /** `watch` receives what was read so far, and throws to end it. */
  read(sink: GaugeSink, watch: (soFar: GaugesRead) => void): Promise<GaugesRead>;
}

interface GaugesRead {
  accepted: number;
  refused: RefusalTally;
  warnings: Warning[];
}

/** From this many unreadable lines on, a file isn't read to its end to learn their share. */
const MANY_BAD_LINES = 10_000;

export interface ImportGaugesInput {
  runId: string;
  parameters: unknown;
  source: GaugeSource;
  badLinesShare: number;
  webUrl: string;
}

/** Adds gauge measurements to a finished run, and judges the run again. */
export async function importGauges(given: {
  ctx: Context;
  uploads: Uploads;
  input: ImportGaugesInput;
}): Promise<RunAnswer> {
  const { ctx, uploads, input } = given;
  requireScope(ctx, "ingest");
  const { source } = parseInput(gaugeImportParameters, input.parameters);
  const runId = readRunId(input.runId);
  const run = await ctx.db.inWorkspace(ctx.workspaceId, async (tx) => {
    await requireRun(tx, ctx, runId);
    return withOrigin(tx, runId);
  });
  const register = new GaugeRegister();
  const originMicros = run.origin.getTime() * 1_000;
  const sink: GaugeSink = {
    gauge: (name, unit) => register.number(name, unit),
    measure: (gauge, at, value) => register.measure(gauge, { atMicros: at, value }, originMicros),
  };
  const report = await input.source.read(sink, (soFar) => {
    if (soFar.refused.count >= MANY_BAD_LINES) refuseBadLines(soFar, input.badLinesShare);
  });
  refuseBadLines(report, input.badLinesShare);
  const partId = ctx.newId();
  return uploads.whileWriting(partId, async () => {
    const part: GaugePart = { ctx, run, partId, source, instance: await uploads.instance() };
    await openPart(part);
    try {
      const span = knownSpanOf(run);
      const all = register.totals();
      const around = span === null ? { gauges: all, warnings: [] } : gaugesAroundRun(all, span);
      const storedBytes = await writeCells(part, around.gauges);
      const warnings = [...report.warnings, ...joinWarnings([...register.warnings(), ...around.warnings])];
      return await publish(part, { ...report, warnings, storedBytes }, input.webUrl);
    } catch (error) {
      await removePart(ctx.db, partId).catch(() => undefined);
      throw error;
    }
  });
}

type RunWithOrigin = RunModel & { origin: Date };

/** Gauges count from the run's origin; a run of totals gets one with its first gauges. */
async function withOrigin(tx: WorkspaceTx, runId: string): Promise<RunWithOrigin> {
  await holdRun(tx, runId);
  const run = await tx.prisma.run.findUniqueOrThrow({ where: { id: runId } });
  if (run.origin !== null) return { ...run, origin: run.origin };
  if (run.startedAt === null) throw noSuchRun();
  const origin = new Date(Math.floor(run.startedAt.getTime() / 1_000) * 1_000);
  await tx.prisma.run.update({ where: { id: runId }, data: { origin } });
  return { ...run, origin };
}

interface GaugePart {
  ctx: Context;
  run: RunWithOrigin;
  partId: string;
  source: string;
  instance: number;
}

function refuseBadLines({ accepted, refused }: GaugesRead, share: number): void {
  if (accepted === 0 && refused.count === 0) {
    throw new HeadroomError("file-empty", "The file contains no gauge values.", {
      hint: "docs/http-api.md lists the formats that POST /v1/runs/{id}/gauges accepts.",
    });
  }
  if (refused.count <= (accepted + refused.count) * share && accepted > 0) return;
  const [first] = refused.first;
  throw new HeadroomError(
    "too-many-bad-lines",
    `${refused.count} of ${accepted + refused.count} values could not be read. ${first?.reason ?? ""}`.trim(),
    first === undefined ? {} : { line: first.line, byte: first.byte },
  );
}

async function openPart({ ctx, run, partId, source, instance }: GaugePart): Promise<void> {
  await ctx.db.inWorkspace(ctx.workspaceId, async (tx) => {
    const of = { runId: run.id, kind: "gauges", generator: source };
    // One at a time: two files from one source would get the same revision.
    await holdRun(tx, run.id);
    const { origin } = await tx.prisma.run.findUniqueOrThrow({ where: { id: run.id } });
    if (origin?.getTime() !== run.origin.getTime()) throw sentAgain();
    const last = await tx.prisma.part.aggregate({ where: of, _max: { revision: true } });
    await tx.prisma.part.create({
      data: {
        ...of,
        id: partId,
        workspaceId: ctx.workspaceId,
        revision: (last._max.revision ?? 0) + 1,
        state: "writing",
        instance,
        createdAt: ctx.clock(),
      },
    });
  });
}

function sentAgain(): HeadroomError {
  return new HeadroomError("conflict", "The run's file was replaced while its gauges were being read.", {
    hint: "Send the gauges again.",
  });
}

async function writeCells({ ctx, run, partId }: GaugePart, gauges: readonly GaugeTotals[]): Promise<number> {
  const { workspaceId } = ctx;
  const names = gauges.map(({ name, unit }) => {
    return { kind: "gauge", label: name, labelKind: "gauge", unit } as const;
  });
  const identity = { workspaceId, partId, importedAt: run.importedAt };
  return writeGaugeCells(ctx.db, identity, gauges, (first) =>
    whileWriting(ctx.db, identity, async (tx) => {
      requireSameUnits(await readGauges(tx, run.id), gauges);
      const ids = await ensureSeries(tx, run.id, names);
      await first(tx, ids);
      return ids;
    }),
  );
}

type Named = Pick<GaugeTotals, "name" | "unit">;

/** A gauge of a run has one unit: values in another would be misread. */
function requireSameUnits(known: readonly Named[], given: readonly Named[]): void {
  for (const { name, unit } of given) {
    const before = known.find((gauge) => gauge.name === name)?.unit ?? null;
    if (unit === null || before === null || unit === before) continue;
    throw new HeadroomError("conflict", `The gauge “${name}” of this run is in ${before}, not ${unit}.`, {
      field: "unit",
      hint: `Send its values in ${before}, or use another gauge name.`,
    });
  }
}

async function publish(
  part: GaugePart,
  report: GaugesRead & { storedBytes: number },
  webUrl: string,
): Promise<RunAnswer> {
  const { ctx, run, partId, source } = part;
  const { id: runId, serviceId, experimentId } = run;
  const publishIn = async (tx: WorkspaceTx): Promise<RunAnswer> => {
    const held = await holdForPublishing(tx, { partId, runId, serviceId, experimentId });
    if (held === null) throw partGone();
    await tx.prisma.part.updateMany({
      where: { runId, kind: "gauges", generator: source, state: "published" },
      data: { state: "replaced" },
    });
    await tx.prisma.part.update({
      where: { id: partId },
      data: {
        state: "published",
        accepted: report.accepted,
        refused: report.refused.count,
        storedBytes: report.storedBytes,
        warnings: report.warnings.map((warning) => ({ ...warning })),
        publishedAt: ctx.clock(),
      },
    });
    const { targetSetId } = await tx.prisma.run.findUniqueOrThrow({ where: { id: runId } });
    const { run: judged } = await judgeRun(tx, { runId, targetSetId, webUrl });
    if (judged.status !== "receiving") await noteRun(tx, judged, { silent: true });
    const detail = { source, values: report.accepted };
    await writeAudit(tx, ctx, { action: "run.import-gauges", subjectKind: "run", subjectId: runId, detail });
    const read = await readRunDetail(tx, { runId, webUrl });
    if (read === null) throw new Error("a published run is not readable");
    return read.answer;
  };
  return ctx.db.inWorkspace(ctx.workspaceId, publishIn, { patient: true });
}
