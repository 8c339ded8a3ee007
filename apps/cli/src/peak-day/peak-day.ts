import { createReadStream } from "node:fs";
import { access, constants } from "node:fs/promises";
import { basename } from "node:path";
import { z } from "zod";
import { curvePreview, listedPeakDay, peakDayAnswer } from "@headroom/contract";
import type { CurvePreview } from "@headroom/contract";
import { formatCount, formatFigure, formatLength, formatMillis } from "@headroom/core/format";
import { EXIT } from "../exit-codes.ts";
import type { ExitCode } from "../exit-codes.ts";
import { openClient } from "../http/open-client.ts";
import { usageError } from "../run-arguments.ts";
import type { World } from "../world.ts";
import type { PeakDayArguments } from "./arguments.ts";
import { readAnswer } from "../http/read-answer.ts";

const listed = z.looseObject({ peakDays: z.array(listedPeakDay) });

export async function peakDay(given: PeakDayArguments, world: World): Promise<ExitCode> {
  switch (given.action) {
    case "list":
      return list(given, world);
    case "import":
      return importCurve(given, world);
  }
}

async function list(
  { service, json, ...where }: Extract<PeakDayArguments, { action: "list" }>,
  world: World,
): Promise<ExitCode> {
  const query = service === undefined ? "" : `?${new URLSearchParams({ service }).toString()}`;
  const answer = await openClient(where, world).send({ method: "GET", path: `/v1/peak-days${query}` });
  if (json) world.stdout.write(`${JSON.stringify(answer)}\n`);
  else {
    for (const { id, startsAt, name, service: of } of readAnswer(listed, answer).peakDays)
      world.stdout.write(`${id}  ${startsAt.slice(0, 10)}  ${name}, ${of.name}\n`);
  }
  return EXIT.pass;
}

type ImportArguments = Extract<PeakDayArguments, { action: "import" }>;

/** Makes a file the throughput of a peak day, or says what was understood of it. */
async function importCurve(given: ImportArguments, world: World): Promise<ExitCode> {
  const { id, file, unit, series, more, preview, json } = given;
  await requireFile(file);
  const query = new URLSearchParams({ ...more, preview: String(preview) });
  if (file !== "-") query.set("file", basename(file).slice(0, 200));
  if (unit !== undefined) query.set("unit", unit);
  if (series !== undefined) query.set("series", series);
  const answer = await openClient(given, world).send({
    method: "POST",
    path: `/v1/peak-days/${encodeURIComponent(id)}/curve?${query.toString()}`,
    body: () => (file === "-" ? world.stdin : createReadStream(file)),
    once: file === "-",
  });
  if (json) world.stdout.write(`${JSON.stringify(answer)}\n`);
  else
    world.stdout.write(
      preview ? previewText(readAnswer(curvePreview, answer)) : storedText(answer, more["of"]),
    );
  return EXIT.pass;
}

async function requireFile(file: string): Promise<void> {
  if (file === "-") return;
  await access(file, constants.R_OK).catch((cause: unknown) => {
    throw usageError(`The file ${file} cannot be read.`, cause);
  });
}

function storedText(answer: unknown, of: string | undefined): string {
  const { name, curve: day, weeksBefore, url } = readAnswer(peakDayAnswer, answer);
  const curve = of === "weeks-before" ? weeksBefore : day;
  if (curve === null) return `${name} has no throughput.\n`;
  const { points, stepSeconds, peak, peakAt, hasP99, hasErrors } = curve;
  const beside = `${hasP99 ? ", with p99" : ""}${hasErrors ? ", with errors" : ""}`;
  const whose = of === "weeks-before" ? `The weeks before ${name}` : name;
  return `${whose}: ${formatCount(points)} points of ${formatLength(stepSeconds)}, peak ${formatFigure(peak)} req/s at ${peakAt}${beside}\n${url}\n`;
}

function previewText(preview: CurvePreview): string {
  const { series, chosen, units, unit, figures, p99, errors, notes, problems } = preview;
  const lines = [
    ...(chosen === null
      ? series.map(({ name, values }) => `series  ${name} (${formatCount(values)} values)`)
      : []),
    ...(unit === null
      ? units.map((one) => `unit    ${one.unit}: a peak of ${formatFigure(one.peak)} req/s`)
      : []),
    ...(figures === null ? [] : figureLines(figures)),
    ...(p99 === null
      ? []
      : [
          `p99     a value every ${formatLength(p99.stepSeconds)}, at most ${formatMillis(p99.highestMs)} ms`,
        ]),
    ...(errors === null ? [] : [`errors  ${formatCount(errors.failed)} requests failed`]),
    ...notes.map((note) => `note    ${note}`),
    ...problems.map(({ message }) => `problem ${message}`),
    "Nothing was stored.",
  ];
  return `${lines.join("\n")}\n`;
}

function figureLines(figures: NonNullable<CurvePreview["figures"]>): string[] {
  const { from, to, stepSeconds, peak, peakAt, requests, holes } = figures;
  const missing =
    holes.count === 0 ? "none" : `${formatCount(holes.count)}, ${formatLength(holes.seconds)} together`;
  return [
    `range   ${from} to ${to}, a value every ${formatLength(stepSeconds)}`,
    `peak    ${formatFigure(peak)} req/s at ${peakAt}`,
    `total   ${formatCount(requests)} requests`,
    `holes   ${missing}`,
  ];
}
