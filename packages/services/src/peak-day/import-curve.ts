import { curveParameters, MAX_CURVE_POINTS, typedCurve as typed } from "@headroom/contract";
import type { CURVE_SOURCES, CurvePreview, PeakDayAnswer } from "@headroom/contract";
import { coarsen, HeadroomError, typedCurve } from "@headroom/core";
import type { Curve } from "@headroom/core";
import { formatCount } from "@headroom/core/format";
import type { PeakDayModel, WorkspaceTx } from "@headroom/db";
import { writeAudit } from "../audit.ts";
import type { Context } from "../context.ts";
import { parseInput } from "../parse-input.ts";
import { requireScope } from "../scope.ts";
import { answerPeakDay } from "./answer-peak-day.ts";
import { chooseCurve } from "./choose-curve.ts";
import type { CurveSource } from "./curve-file.ts";
import { refusal } from "./peak-day-input.ts";
import { readMoment } from "./read-moment.ts";
import { requirePeakDay } from "./require-peak-day.ts";

const LISTED = 10;

export type ImportedCurve =
  | { kind: "preview"; preview: CurvePreview }
  | { kind: "stored"; peakDay: PeakDayAnswer; preview: CurvePreview };

/** Makes a file the throughput of a peak day, or says what was understood of it. */
export async function importCurve({
  ctx,
  input: { id, parameters, source, webUrl },
}: {
  ctx: Context;
  input: { id: string; parameters: unknown; source: CurveSource; webUrl: string };
}): Promise<ImportedCurve> {
  requireScope(ctx, "edit");
  const { series, unit, preview: isPreview, file: name = null } = parseInput(curveParameters, parameters);
  const day = await ctx.db.inWorkspace(ctx.workspaceId, (tx) => requirePeakDay(tx, ctx, id));
  const file = await source.read(day.timeZone);
  const { preview, curve } = chooseCurve(file, { series, unit }, day);
  if (isPreview === "true") return { kind: "preview", preview };
  if (curve === null) throw notUsable(preview);
  const origin = {
    file: name,
    format: file.format,
    series: preview.chosen,
    unit: preview.unit,
    notes: preview.notes,
  };
  const peakDay = await store(ctx, id, { source: "file", origin, curve }, webUrl);
  return { kind: "stored", peakDay, preview };
}

/** Draws the throughput of a peak day through a few moments that somebody remembers. */
export async function typeCurve({
  ctx,
  input: { id, body, webUrl },
}: {
  ctx: Context;
  input: { id: string; body: unknown; webUrl: string };
}): Promise<PeakDayAnswer> {
  requireScope(ctx, "edit");
  const { points } = parseInput(typed, body);
  const day = await ctx.db.inWorkspace(ctx.workspaceId, (tx) => requirePeakDay(tx, ctx, id));
  const rows = points.map(({ at, requestsPerSecond }, index) => {
    const moment = readMoment(at, { field: `points.${index}.at`, timeZone: day.timeZone });
    if (moment < day.startsAt || moment > day.endsAt)
      throw refusal(`points.${index}.at`, `${at} is outside the peak day.`);
    return { at: Math.floor(moment.getTime() / 1_000), value: requestsPerSecond };
  });
  if (new Set(rows.map(({ at }) => at)).size !== rows.length)
    throw refusal("points", "There are two values for the same moment.");
  const origin = { points: rows.map(({ at, value }) => [at, value]) };
  const curve = coarsen(typedCurve(rows, 60), MAX_CURVE_POINTS);
  return store(ctx, id, { source: "typed", origin, curve }, webUrl);
}

/** Forgets the imported or typed throughput: the peak day shows its service's live traffic again. */
export async function deleteCurve({
  ctx,
  input: { id: given, webUrl },
}: {
  ctx: Context;
  input: { id: string; webUrl: string };
}): Promise<PeakDayAnswer> {
  requireScope(ctx, "edit");
  return ctx.db.inWorkspace(ctx.workspaceId, async (tx) => {
    const day = await requirePeakDay(tx, ctx, given);
    const { count } = await tx.prisma.peakDayCurve.deleteMany({ where: { peakDayId: day.id } });
    if (count > 0) await audit(tx, ctx, day, { action: "peak-day.delete-curve", detail: {} });
    return answerPeakDay(tx, day, webUrl);
  });
}

async function store(
  ctx: Context,
  given: string,
  { source, origin, curve }: { source: (typeof CURVE_SOURCES)[number]; origin: object; curve: Curve },
  webUrl: string,
): Promise<PeakDayAnswer> {
  const importedBy = ctx.actor.kind === "person" ? ctx.actor.id : null;
  return ctx.db.inWorkspace(ctx.workspaceId, async (tx) => {
    const day = await requirePeakDay(tx, ctx, given);
    const points = curve.points.map(([second, rate]) => [second, rate]);
    const { stepSeconds } = curve;
    const data = { source, origin, stepSeconds, points, importedAt: ctx.clock(), importedBy };
    await tx.prisma.peakDayCurve.upsert({
      where: { peakDayId: day.id },
      create: { ...data, peakDayId: day.id, workspaceId: ctx.workspaceId },
      update: data,
    });
    await audit(tx, ctx, day, { action: "peak-day.import-curve", detail: { source, points: points.length } });
    return answerPeakDay(tx, day, webUrl);
  });
}

function audit(
  tx: WorkspaceTx,
  ctx: Context,
  { id, name }: PeakDayModel,
  { action, detail }: { action: string; detail: Record<string, string | number> },
): Promise<void> {
  return writeAudit(tx, ctx, { action, subjectKind: "peak-day", subjectId: id, detail: { name, ...detail } });
}

function notUsable({ problems: [problem], series, units }: CurvePreview): HeadroomError {
  const { field = null, message = "The file can't be used." } = problem ?? {};
  switch (field) {
    case "series": {
      const names = series.slice(0, LISTED).map(({ name }) => name);
      return new HeadroomError("parameter-missing", message, {
        field,
        hint: `Add series= with one of: ${names.join(", ")}.`,
      });
    }
    case "unit": {
      const choices = units.map(
        ({ unit, peak }) => `${unit} (a peak of ${formatCount(Math.round(peak))} requests/s)`,
      );
      return new HeadroomError("parameter-missing", message, {
        field,
        hint: `Add unit= with one of: ${choices.join(", ")}.`,
      });
    }
    case null:
      return new HeadroomError("file-unreadable", message, {
        hint: "Add preview=true to see what was understood.",
      });
  }
}
