import { createHash } from "node:crypto";
import {
  aggregateRun,
  DEFAULT_LIMITS,
  HeadroomError,
  type ParseReport,
  type RunTotals,
  runTooLong,
} from "@headroom/core";
import {
  chooseFormat,
  DETECTION_BYTES,
  UploadParse,
  type ParseOptions,
  peekFirstStart,
  refuseUnused,
  type ChosenFormat,
} from "@headroom/formats";
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

export interface LocalReading {
  /** The first bytes, which are also in the chunks. */
  head: Uint8Array;
  chunks: AsyncIterable<Uint8Array>;
  arguments: FileReading;
  /** The existing origin of the run's steps; null: this is its first file. */
  originMicros: number | null;
  nowMicros: number;
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
  const { timestamps, zone, load, unit } = parameters;
  return {
    ...(timestamps === undefined ? {} : { timestamps }),
    ...(zone === undefined ? {} : { zone }),
    ...(load === undefined ? {} : { load }),
    ...(unit === undefined ? {} : { unit }),
    ...(mapping === null ? {} : { mapping }),
  };
}

/** Reads a file into cells, with the same parsers and aggregation as the server. */
export async function readLocally(reading: LocalReading): Promise<LocalRun> {
  const { head, chunks, arguments: given, nowMicros, gridMicros = GRID_MICROS } = reading;
  const { format, mapping } = formatOf(head, given);
  const options = parseOptionsOf(given, mapping);
  refuseUnused(format, options);
  const { started } = given.parameters;
  const startMicros = started === undefined ? nowMicros : Date.parse(started) * 1_000;
  const first = peekFirstStart(format, head, options);
  const firstMicros = first.relative ? startMicros + (first.firstStartMicros ?? 0) : first.firstStartMicros;
  const originMicros =
    reading.originMicros ?? (firstMicros === null ? null : Math.floor(firstMicros / gridMicros) * gridMicros);
  const spool = new Spool();
  const hash = createHash("sha256");
  try {
    const { report, totals } = await aggregateRun(
      async (sink, flush) => {
        const files = new UploadParse(sink, false);
        files.begin("the file", format, { ...options, startMicros });
        for await (const chunk of chunks) {
          hash.update(chunk);
          files.write(chunk);
          await flush();
        }
        return files.end();
      },
      originMicros === null ? {} : { originMicros },
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
