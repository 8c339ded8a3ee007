import { ALL_REQUESTS, HeadroomError } from "@headroom/core";
import type { ParseReport, SampleSink } from "@headroom/core";
import { givenCell } from "../../given-cell.ts";
import type { Findings } from "../../text/document.ts";
import { readDuration } from "../../text/unit-value.ts";

export const DURATION = /^Time taken for tests {1,60}(\d{1,12}(?:\.\d{1,9})?) seconds\s*$/m;
const KEYS =
  "Total requests|Failed requests|Median time per request|Average time per request|\\d{1,3}\\.\\d{1,3}'th percentile|Max time per request";
const LINE = new RegExp(`^(.*?)(${KEYS}) {1,60}(\\S{1,40}) *$`);
const COLOUR = new RegExp(`${String.fromCharCode(27)}\\[[\\d;]{0,20}m`, "g");
/** A longer line is one of a request, not of statistics. */
const MAX_LINE = 2_000;

/** The lines of one name; that without a name is the whole. */
interface Statistics {
  figures: Map<string, string>;
}

/** Reads what `drill --stats` prints. Failed is what it calls so: every answer but those of 2xx. */
export function readDrill(text: string, sink: SampleSink, { refusals, warnings }: Findings): ParseReport {
  const plain = plainText(text);
  const blocks = blocksIn(plain);
  const whole = blocks.get("");
  if (whole === undefined || !whole.figures.has("Total requests")) {
    throw new HeadroomError("file-unreadable", "This drill output has no statistics for the whole run.", {
      hint: "Run drill with --stats and send its complete output.",
    });
  }
  for (const [name, statistics] of blocks) {
    give(statistics, name === "" ? ALL_REQUESTS : sink.label(name, "request"), sink);
  }
  const duration = DURATION.exec(plain)?.[1];
  const step = readDuration(whole.figures.get("Average time per request") ?? "")?.stepMicros;
  return {
    format: "drill-text",
    tool: "drill",
    toolVersion: null,
    accepted: blocks.size,
    refused: refusals.tally(),
    warnings: warnings.list(),
    loadModel: "closed",
    source: "quoted",
    latencyResolutionMicros: Math.max(1, step ?? 1),
    latencyRelativeError: 0,
    absent: [],
    clock: "none",
    startedAtMicros: null,
    durationSeconds: duration === undefined ? null : Number(duration),
  };
}

/** Without the colours that it prints for a terminal. */
export function plainText(text: string): string {
  return text.replaceAll(COLOUR, "");
}

function blocksIn(text: string): Map<string, Statistics> {
  const blocks = new Map<string, Statistics>();
  for (const line of text.split(/\r?\n/)) {
    const [, padded = "", key, value = ""] = (line.length > MAX_LINE ? null : LINE.exec(line)) ?? [];
    if (key === undefined) continue;
    const name = padded.trimEnd();
    const block = blocks.get(name) ?? { figures: new Map<string, string>() };
    block.figures.set(key, value);
    blocks.set(name, block);
  }
  return blocks;
}

function give({ figures }: Statistics, label: number, sink: SampleSink): void {
  const requests = count(figures.get("Total requests"));
  const errors = count(figures.get("Failed requests"));
  const micros = (key: string) => readDuration(figures.get(key) ?? "")?.micros ?? null;
  const percentiles: Record<string, number | null> = { p50: micros("Median time per request") };
  for (const key of figures.keys()) {
    if (key.endsWith("'th percentile"))
      percentiles[`p${Number(key.slice(0, key.indexOf("'")))}`] = micros(key);
  }
  const mean = micros("Average time per request");
  const latencies = requests === 0 ? {} : { mean, max: micros("Max time per request"), percentiles };
  sink.total(label, givenCell({ requests, errors, ...latencies }, 1));
  if (errors > 0) sink.failure(label, "not 2xx", errors);
}

function count(written: string | undefined): number {
  return /^\d{1,15}$/.test(written ?? "") ? Number(written) : 0;
}
