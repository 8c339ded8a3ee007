import { HeadroomError, isHeadroomError } from "@headroom/core";
import { DETECTION_BYTES, peekFirstStart, refuseUnused } from "@headroom/formats";
import type { ChosenFormat, Format, ParseOptions } from "@headroom/formats";
import type { RunArguments } from "../run-arguments.ts";
import { formatOf, parseOptionsOf } from "../upload/local-run.ts";

/** What the first bytes of a file say, once they contain a request. */
export interface Beginning {
  format: Format;
  options: ParseOptions;
  /** The second in which the first request started: the run's steps count from it. */
  originSecond: number;
  /** The shortest beginning that contains a whole request: files of different runs differ in it. */
  mark: Uint8Array;
}

/** So much without a request isn't the beginning of a result file. */
const MAX_HEAD_BYTES = 4 * 1024 * 1024;
const LINE_FEED = 10;

/** Null: more bytes are needed. Throws if more wouldn't help; `isWaiting`: nothing more has come for now. */
export function readBeginning(head: Uint8Array, given: RunArguments, isWaiting: boolean): Beginning | null {
  const chosen = chooseFrom(head, given);
  if (chosen === null) return null;
  const { format, mapping } = chosen;
  if (isWaiting && head.includes(LINE_FEED)) refuseWhole(format);
  const { started } = given.parameters;
  const options = {
    ...parseOptionsOf(given, mapping),
    ...(started === undefined ? {} : { startMicros: Date.parse(started) * 1_000 }),
  };
  const { firstStartMicros, relative } = peekFirstStart(format, head, options);
  if (firstStartMicros === null) {
    if (head.length > MAX_HEAD_BYTES) throw noRequests();
    return null;
  }
  refuseUnused(format, options);
  if (relative && started === undefined) throw noStart(format);
  const has = (length: number) =>
    peekFirstStart(format, head.subarray(0, length), options).firstStartMicros !== null;
  return {
    format,
    options,
    originSecond: Math.floor(firstStartMicros / 1e6),
    mark: head.subarray(0, shortest(head.length, has)),
  };
}

/** While more may come, bytes that no format matches may only be too few. */
function chooseFrom(head: Uint8Array, given: RunArguments): ChosenFormat | null {
  try {
    return formatOf(head, given);
  } catch (error) {
    if (isHeadroomError(error, "format-unknown") && head.length < DETECTION_BYTES) return null;
    throw error;
  }
}

function refuseWhole({ title, reads, role }: Format): void {
  if (reads !== "document" && role === "run") return;
  throw new HeadroomError("parameter-unreadable", `${title} is written when a run is over.`, {
    hint: "Stream the tool's raw results, or use headroom upload after the run.",
  });
}

/** The shortest length for which `has` holds, if it holds for every longer one. */
function shortest(length: number, has: (length: number) => boolean): number {
  let [least, most] = [1, length];
  while (least < most) {
    const middle = Math.floor((least + most) / 2);
    if (has(middle)) most = middle;
    else least = middle + 1;
  }
  return most;
}

export function noRequests(): HeadroomError {
  return new HeadroomError("file-empty", "The input contains no request with a time.", {
    hint: "Stream the tool's raw results. Send a summary with headroom upload after the run.",
  });
}

function noStart({ title }: Format): HeadroomError {
  return new HeadroomError("parameter-missing", `${title} gives times relative to the start of the run.`, {
    hint: 'Add the start, for example --started "$(date -u +%FT%TZ)".',
  });
}
