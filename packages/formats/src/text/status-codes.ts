import type { SampleSink } from "@headroom/core";
import type { ParseOptions } from "../parser.ts";

const FIRST = 400;
const SERVER = 500;
const END = 600;

/**
 * Gives a sink the requests that were answered with a status code from 400 on, beside their labels. Nearly all requests have
 * none, so callers look at the code before they call.
 */
export class StatusCodes {
  readonly #sink: SampleSink;
  readonly #byCode: boolean;
  /** The sink's number of each code; 0, which no label has: not yet known. */
  readonly #labels = new Uint32Array(END - FIRST);

  /** Without options of a tool that calls every such code a failure. */
  constructor(sink: SampleSink, { errorsBy }: Pick<ParseOptions, "errorsBy"> = {}) {
    this.#sink = sink;
    this.#byCode = errorsBy === "code";
  }

  /** Whether a request failed of which its tool says whether it did. */
  failed(code: number, byTool: boolean): boolean {
    return byTool || (this.#byCode && code >= SERVER && code < END);
  }

  /** One request, right after it was added itself. Its outcome is the tool's word, however errors are counted. */
  add(code: number, completedMicros: number, latencyMicros: number, byTool: boolean): void {
    if (hasCode(code)) this.#sink.add(this.number(code), completedMicros, latencyMicros, byTool, 1, 0);
  }

  /** The sink's number of a code that is one to count. */
  number(code: number): number {
    const known = this.#labels[code - FIRST] as number;
    if (known !== 0) return known;
    const number = this.#sink.label(String(code), "status");
    this.#labels[code - FIRST] = number;
    return number;
  }
}

/** Whether a status code is one to count. */
export function hasCode(code: number): boolean {
  return code >= FIRST && code < END && Number.isInteger(code);
}
