import type { Readable } from "node:stream";
import {
  aboutFile,
  futureWarning,
  joinTimes,
  joinWarnings,
  partsApartWarning,
  placePart,
  refusedLinesWarning,
  sameSamplesWarning,
} from "@headroom/core";
import type { PlacedPart, Warning } from "@headroom/core";
import { DETECTION_BYTES } from "@headroom/formats";
import type { FileReading } from "../run-arguments.ts";
import { groupFiles } from "../upload/group-files.ts";
import { readLocally, statedStart } from "../upload/local-run.ts";
import type { LocalFile, LocalRun } from "../upload/local-run.ts";
import { inputFile, unpack } from "../upload/open-file.ts";
import type { InputFile } from "../upload/open-file.ts";
import { peek } from "../upload/peek.ts";

/** What one upload would bring into the run. */
export interface OfflinePart {
  local: LocalRun;
  placed: PlacedPart;
  warnings: Warning[];
}

/** The parts of a run, and what their seconds count from; null: the files have no times. */
export interface OfflineParts {
  originMicros: number | null;
  parts: OfflinePart[];
}

export interface PartsInput {
  files: readonly string[];
  reading: FileReading;
  stdin: Readable;
  nowMicros: number;
}

/** As a server places a run: in whole seconds from its first request. */
const GRID_MICROS = 1e6;

/** Reads files as the parts that uploading them would make. Close them in the end. */
export async function readParts({ files, reading, stdin, nowMicros }: PartsInput): Promise<OfflineParts> {
  const inputs = files.map((path) => inputFile(path, stdin));
  const { kind } = await groupFiles(inputs, reading);
  const groups = kind === "one" ? [inputs] : inputs.map((file) => [file]);
  const read: OfflineParts = { originMicros: null, parts: [] };
  try {
    for (const group of groups) {
      const part = readPart(group, { read, reading, nowMicros });
      addTo(read, groups.length === 1 ? await part : await named(group, part));
    }
    return read;
  } catch (error) {
    closeParts(read);
    throw error;
  }
}

export function closeParts({ parts }: OfflineParts): void {
  for (const { local } of parts) local.spool.close();
}

async function named<T>(group: readonly InputFile[], work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw aboutFile(group.map(({ path }) => path).join(", "), error);
  }
}

interface PartContext {
  read: OfflineParts;
  reading: FileReading;
  nowMicros: number;
}

async function readPart(
  group: readonly InputFile[],
  { read, reading, nowMicros }: PartContext,
): Promise<OfflinePart> {
  const stated = statedStart(reading);
  const startMicros = stated ?? startOfOthers(read) ?? nowMicros;
  const [first, ...more] = await Promise.all(group.map(opened));
  if (first === undefined) throw new Error("a part without a file");
  const local = await readLocally({
    files: [first, ...more],
    arguments: reading,
    originMicros: read.originMicros,
    startMicros,
    gridMicros: GRID_MICROS,
  });
  const { report, totals } = local;
  const placed = placePart({
    report,
    totals,
    startMicros,
    receivedAtMicros: nowMicros,
    told: stated !== null,
    alone: read.parts.length === 0,
  });
  const others = read.parts.map((part) => part.placed);
  return {
    local,
    placed,
    warnings: joinWarnings([
      ...report.warnings,
      ...totals.warnings,
      ...refusedLinesWarning(report),
      ...(report.clock === "absolute" ? partsApartWarning(placed, others, "judge each separately") : []),
      ...futureWarning(placed, new Date(nowMicros / 1_000)),
      // No verdict depends on when a run without times took place.
      ...placed.warnings.filter(({ code }) => code !== "start-assumed"),
    ]),
  };
}

/** Where the times of the other files begin, if those count from the start too; otherwise where their run does. */
function startOfOthers({ parts }: OfflineParts): number | null {
  const zero = parts.find(({ placed }) => placed.zeroMicros !== null)?.placed.zeroMicros ?? null;
  if (zero !== null) return zero;
  return parts.length === 0 ? null : joinTimes(timesOf(parts)).startedAt.getTime() * 1_000;
}

/** When each part took place, by its own clock. */
export function timesOf(parts: readonly OfflinePart[]) {
  return parts.map(({ local, placed }) => ({ ...placed, clock: local.report.clock }));
}

async function opened(file: InputFile): Promise<LocalFile> {
  const { chunks } = await unpack(file, () => {});
  const begun = await peek(chunks, DETECTION_BYTES);
  return { name: file.path, head: begun.head.subarray(0, DETECTION_BYTES), chunks: begun.chunks };
}

/** The first file with times says where the seconds of the run begin. The same samples count once. */
function addTo(read: OfflineParts, part: OfflinePart): void {
  const { totals, spool } = part.local;
  const digest = totals.samplesDigest;
  const original = read.parts.find(({ local }) => digest !== null && local.totals.samplesDigest === digest);
  if (original !== undefined) {
    spool.close();
    original.warnings = joinWarnings([...original.warnings, ...sameSamplesWarning(1)]);
    return;
  }
  const hasOrigin = (totals.span?.originMicros ?? totals.gaugeOriginMicros) !== null;
  if (hasOrigin) read.originMicros ??= part.placed.originMicros;
  read.parts.push(part);
}
