import { createHash } from "node:crypto";
import { aggregateRun, DEFAULT_LIMITS, HeadroomError, labelFilterOf, runTooLong } from "@headroom/core";
import type { ParseReport, RunTotals } from "@headroom/core";
import { chooseFormat, DETECTION_BYTES, UploadParse, peekFirstStart, refuseUnused } from "@headroom/formats";
import type { ParseOptions, ChosenFormat } from "@headroom/formats";
import type { FileReading } from "../run-arguments.ts";
import { Spool } from "./spool.ts";

/** A file that was read locally. */
export interface LocalRun {
  spool: Spool;
  totals: RunTotals;
  report: ParseReport;
  /** SHA-256 of the decoded bytes. */
  digest: string;
}

export interface LocalFile {
  /** For messages. */
  name: string;
  /** The first bytes, which are also in the chunks. */
  head: Uint8Array;
  chunks: AsyncIterable<Uint8Array>;
}

export interface LocalReading {
  /** Several, if a tool wrote several for one run. */
  files: readonly [LocalFile, ...LocalFile[]];
  arguments: FileReading;
  /** The existing origin of the run's steps; null: this is its first file. */
  originMicros: number | null;
  /** Where times begin that count from the start of the run. */
  startMicros: number;
  /** The origin of a first file is a multiple of this; ten minutes if it isn't given. */
  gridMicros?: number;
}

/** A file is refused if more than this share of its lines can't be read; the server's default. */
const MAX_BAD_LINES = 0.01;
/** The coarsest step: an origin that is a multiple of it is on the grid of any other such origin. */
const GRID_MICROS = 600 * 1e6;

export function formatOf(head: Uint8Array, { parameters, mapping }: FileReading): ChosenFormat {
  return chooseFormat(head.subarray(0, DETECTION_BYTES), {
    tool: parameters.tool.toLowerCase(),
    mapping,
    storedMapping: null,
  });
}

export function parseOptionsOf({ parameters }: FileReading, mapping: ChosenFormat["mapping"]): ParseOptions {
  const { timestamps, zone, load, unit, "errors-by": errorsBy } = parameters;
  return {
    ...(timestamps === undefined ? {} : { timestamps }),
    ...(zone === undefined ? {} : { zone }),
    ...(load === undefined ? {} : { load }),
    ...(unit === undefined ? {} : { unit }),
    ...(errorsBy === undefined ? {} : { errorsBy }),
    ...(mapping === null ? {} : { mapping }),
  };
}

/** When a run started, as the uploader says. */
export function statedStart({ parameters: { started } }: FileReading): number | null {
  return started === undefined ? null : Date.parse(started) * 1_000;
}

/** Reads files into cells, with the same parsers and aggregation as the server. */
export async function readLocally(reading: LocalReading): Promise<LocalRun> {
  const { files, arguments: given, startMicros } = reading;
  const several = files.length > 1;
  const known = files.map((file) => know(file, given, several));
  const labelFilter = filterOf(given);
  const originMicros = reading.originMicros ?? originOf(known[0], reading);
  const spool = new Spool();
  const hash = createHash("sha256");
  try {
    const { report, totals } = await aggregateRun(
      async (sink, flush) => {
        const parse = new UploadParse(sink, several);
        for (const [at, { name, format, options, chunks }] of known.entries()) {
          if (at > 0) hash.update("\0");
          parse.begin(name, format, { ...options, startMicros });
          for await (const chunk of chunks) {
            hash.update(chunk);
            parse.write(chunk);
            await flush();
          }
        }
        return parse.end();
      },
      {
        ...(originMicros === null ? {} : { originMicros }),
        ...(labelFilter === null ? {} : { labelFilter }),
      },
      async (batch) => spool.write(batch),
    );
    refuseReport(report);
    if (totals === null || totals.refused > report.accepted * MAX_BAD_LINES)
      throw runTooLong({ report, totals, runSecondsLimit: DEFAULT_LIMITS.runSecondsLimit });
    return { spool, totals, report, digest: hash.digest("hex") };
  } catch (error) {
    spool.close();
    throw error;
  }
}

interface KnownFile extends LocalFile {
  format: ChosenFormat["format"];
  options: ParseOptions;
}

function know(file: LocalFile, given: FileReading, several: boolean): KnownFile {
  const { format, mapping } = formatOf(file.head, given);
  const options = parseOptionsOf(given, mapping);
  // Of several files, each takes what applies to it.
  if (!several) refuseUnused(format, options);
  return { ...file, format, options };
}

function filterOf({ parameters }: FileReading) {
  return labelFilterOf(parameters["only-label"], parameters["except-label"]);
}

function originOf(first: KnownFile | undefined, reading: LocalReading) {
  if (first === undefined) return null;
  const { startMicros, gridMicros = GRID_MICROS } = reading;
  const { format, head, options } = first;
  const { relative, firstStartMicros } = peekFirstStart(format, head, options, filterOf(reading.arguments));
  if (firstStartMicros === null) return null;
  const micros = relative ? startMicros + firstStartMicros : firstStartMicros;
  return Math.floor(micros / gridMicros) * gridMicros;
}

/** Refuses a file without requests, or with too many unreadable lines. */
export function refuseReport({ accepted, refused, warnings }: ParseReport): void {
  const lines = accepted + refused.count;
  if (accepted === 0 && refused.count === 0) {
    const said = ["The file contains no requests.", ...warnings.map(({ detail }) => detail)].join(" ");
    throw new HeadroomError("file-empty", said, {
      hint: "Send the tool's raw results from a finished run.",
    });
  }
  if (refused.count === 0 || (accepted > 0 && refused.count <= lines * MAX_BAD_LINES)) return;
  const places = refused.first.map(({ line, reason }) => `line ${line}: ${reason}`).join("\n  ");
  throw new HeadroomError(
    "too-many-bad-lines",
    `${refused.count} of ${lines} lines could not be read as samples.\n  ${places}`,
    { hint: `Up to ${MAX_BAD_LINES * 100}% of lines may be unreadable; they are skipped with a warning.` },
  );
}
