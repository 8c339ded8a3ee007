import { curveParameters, curvePart, MAX_CURVE_POINTS, typedCurve as typed } from "@headroom/contract";
import type { CURVE_PARTS, CURVE_SOURCES, CurvePreview, PeakDayAnswer } from "@headroom/contract";
import { coarsen, HeadroomError, typedCurve } from "@headroom/core";
import { formatCount } from "@headroom/core/format";
import { Prisma } from "@headroom/db";
import type { ServiceDayModel, WorkspaceTx } from "@headroom/db";
import { writeAudit } from "../audit.ts";
import type { Context } from "../context.ts";
import { parseInput } from "../parse-input.ts";
import { requireScope } from "../scope.ts";
import { answerPeakDay } from "./answer-peak-day.ts";
import type { CurveSource } from "./choose-curve.ts";
import type { DayCurve } from "./choose-figures.ts";
import { refusal } from "./peak-day-input.ts";
import { readMoment } from "./read-moment.ts";
import { requireServiceDay } from "./require-peak-day.ts";

const LISTED = 10;

export type ImportedCurve =
  | { kind: "preview"; preview: CurvePreview }
  | { kind: "stored"; peakDay: PeakDayAnswer; preview: CurvePreview };

/** Makes a file the throughput of a peak day or of the weeks before it, or says what was understood of it. */
export async function importCurve({
  ctx,
  input: { id, parameters, source, webUrl },
}: {
  ctx: Context;
  input: { id: string; parameters: unknown; source: CurveSource; webUrl: string };
}): Promise<ImportedCurve> {
  requireScope(ctx, "edit");
  const { preview: isPreview, file: name = null, ...choice } = parseInput(curveParameters, parameters);
  const day = await ctx.db.inWorkspace(ctx.workspaceId, (tx) => requireServiceDay(tx, ctx, id));
  const { startsAt, endsAt, timeZone } = day;
  const { preview, curve } = await source.choose(choice, { startsAt, endsAt, timeZone });
  if (isPreview === "true") return { kind: "preview", preview };
  if (curve === null) throw notUsable(preview);
  const origin = {
    file: name,
    format: preview.format,
    series: preview.chosen,
    unit: preview.unit,
    notes: preview.notes,
  };
  const peakDay = await store(ctx, id, { part: choice.of, source: "file", origin, curve }, webUrl);
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
  const day = await ctx.db.inWorkspace(ctx.workspaceId, (tx) => requireServiceDay(tx, ctx, id));
  const rows = points.map(({ at, requestsPerSecond }, index) => {
    const moment = readMoment(at, { field: `points.${index}.at`, timeZone: day.timeZone });
    if (moment < day.startsAt || moment > day.endsAt)
      throw refusal(`points.${index}.at`, `${at} is outside the peak day.`);
    return { at: Math.floor(moment.getTime() / 1_000), value: requestsPerSecond };
  });
  if (new Set(rows.map(({ at }) => at)).size !== rows.length)
    throw refusal("points", "There are two values for the same moment.");
  const origin = { points: rows.map(({ at, value }) => [at, value]) };
  const curve = { ...coarsen(typedCurve(rows, 60), MAX_CURVE_POINTS), p99: null, errors: null };
  return store(ctx, id, { part: "day", source: "typed", origin, curve }, webUrl);
}

/** Forgets the imported or typed throughput: the peak day, or its weeks before, are those of live traffic again. */
export async function deleteCurve({
  ctx,
  input: { id: given, parameters = {}, webUrl },
}: {
  ctx: Context;
  input: { id: string; parameters?: unknown; webUrl: string };
}): Promise<PeakDayAnswer> {
  requireScope(ctx, "edit");
  const { of: part } = parseInput(curvePart, parameters);
  return ctx.db.inWorkspace(ctx.workspaceId, async (tx) => {
    const day = await requireServiceDay(tx, ctx, given);
    const { count } = await tx.prisma.serviceDayCurve.deleteMany({ where: { serviceDayId: day.id, part } });
    if (count > 0) {
      await audit(tx, ctx, day, { action: "peak-day.delete-curve", detail: partDetail(part) });
      if (part === "weeks-before") await noteWeeks(tx, day);
    }
    return answerPeakDay(tx, day, webUrl);
  });
}

interface NewCurve {
  part: (typeof CURVE_PARTS)[number];
  source: (typeof CURVE_SOURCES)[number];
  origin: object;
  curve: DayCurve;
}

async function store(
  ctx: Context,
  given: string,
  { part, source, origin, curve }: NewCurve,
  webUrl: string,
): Promise<PeakDayAnswer> {
  const importedBy = ctx.actor.kind === "person" ? ctx.actor.id : null;
  return ctx.db.inWorkspace(ctx.workspaceId, async (tx) => {
    const day = await requireServiceDay(tx, ctx, given);
    const points = curve.points.map(([second, rate]) => [second, rate]);
    const { stepSeconds, p99, errors } = curve;
    const data = {
      source,
      origin,
      stepSeconds,
      points,
      p99StepSeconds: p99?.stepSeconds ?? null,
      p99Points: json(p99?.points ?? null),
      errorPoints: json(errors),
      importedAt: ctx.clock(),
      importedBy,
    };
    const where = { serviceDayId: day.id, part };
    await tx.prisma.serviceDayCurve.upsert({
      where: { serviceDayId_part: where },
      create: { ...data, ...where, workspaceId: ctx.workspaceId },
      update: data,
    });
    const detail = { source, points: points.length, ...partDetail(part) };
    await audit(tx, ctx, day, { action: "peak-day.import-curve", detail });
    if (part === "weeks-before") await noteWeeks(tx, day);
    return answerPeakDay(tx, day, webUrl);
  });
}

function json(points: readonly (readonly number[])[] | null) {
  return points === null ? Prisma.DbNull : points.map((point) => [...point]);
}

function partDetail(part: (typeof CURVE_PARTS)[number]): Record<string, string> {
  return part === "day" ? {} : { of: part };
}

/** What a day that is frozen is compared with has changed. */
async function noteWeeks(tx: WorkspaceTx, { id: serviceDayId }: ServiceDayModel): Promise<void> {
  await tx.prisma.serviceDayFrozen.updateMany({ where: { serviceDayId }, data: { earlierDue: true } });
}

function audit(
  tx: WorkspaceTx,
  ctx: Context,
  { peakDayId, name }: ServiceDayModel,
  { action, detail }: { action: string; detail: Record<string, string | number> },
): Promise<void> {
  return writeAudit(tx, ctx, {
    action,
    subjectKind: "peak-day",
    subjectId: peakDayId,
    detail: { name, ...detail },
  });
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
    case "p99Unit":
    case "errorsUnit":
      return new HeadroomError("parameter-missing", message, {
        field,
        hint: `Add ${field}= to the address.`,
      });
    case null:
      return new HeadroomError("file-unreadable", message, {
        hint: "Add preview=true to see what was understood.",
      });
  }
}
