import { HeadroomError } from "@headroom/core";
import type { GaugeSink } from "@headroom/core";
import { z } from "zod";
import { Refusals, Warnings } from "../findings.ts";
import { parseJson } from "../text/document.ts";
import { asObject, readJsonHead } from "../text/json-head.ts";
import type { GaugeFormat, GaugeOptions, GaugeParser, GaugeReport } from "./gauge-format.ts";
import { decodeText, TextEncoding } from "../text/text-encoding.ts";
import { momentMicros } from "./moment.ts";
import { SeriesCutter } from "./series-cutter.ts";
import type { CutSeries } from "./series-cutter.ts";

/** The document with a 0 for each series. */
const answer = z.object({
  status: z.literal("success"),
  data: z.object({ resultType: z.literal("matrix"), result: z.array(z.literal(0)) }),
});
const oneSeries = z.object({
  metric: z.record(z.string(), z.string()),
  values: z.array(z.tuple([z.number(), z.string()])),
});

/** The response of Prometheus to `/api/v1/query_range`. */
export const gaugeQueryRange: GaugeFormat = {
  id: "prometheus-query-range",
  refuse: (head) => {
    const top = asObject(readJsonHead(head));
    const isAnswer = top !== null && top["status"] === "success" && asObject(top["data"]) !== null;
    return isAnswer ? null : 'it is not JSON with "status": "success" and "data"';
  },
  open: (sink, options) => openQueryRange(sink, options),
};

function openQueryRange(sink: GaugeSink, options: GaugeOptions): GaugeParser {
  return new QueryRangeParser(sink, options);
}

type Series = z.infer<typeof oneSeries>;

/** Reads series by series: a whole response would keep everything else waiting while it is read. */
class QueryRangeParser implements GaugeParser {
  readonly #sink: GaugeSink;
  readonly #options: GaugeOptions;
  readonly #refusals = new Refusals();
  readonly #warnings = new Warnings();
  readonly #encoding = new TextEncoding(this.#warnings);
  readonly #cutter = new SeriesCutter((series) => this.#take(series));
  /** Until there is a second one: the only series of a file can have another name. */
  #first: Series | null = null;
  #count = 0;
  #accepted = 0;

  constructor(sink: GaugeSink, options: GaugeOptions) {
    this.#sink = sink;
    this.#options = options;
  }

  write(chunk: Uint8Array): void {
    this.#cutter.write(this.#encoding.decode(chunk));
  }

  end(): GaugeReport {
    this.#cutter.write(this.#encoding.end());
    const read = answer.safeParse(parseJson(this.#text(this.#cutter.end())));
    if (!read.success) throw unreadable(read.error, []);
    if (read.data.data.result.length !== this.#count) throw notSeries();
    this.#readFirst(true);
    return {
      format: gaugeQueryRange.id,
      accepted: this.#accepted,
      refused: this.#refusals.tally(),
      warnings: this.#warnings.list(),
    };
  }

  #take({ bytes, ...from }: CutSeries): void {
    const read = oneSeries.safeParse(parseJson(this.#text(bytes), from));
    if (!read.success) throw unreadable(read.error, ["data", "result", this.#count]);
    this.#count += 1;
    if (this.#count === 1) {
      this.#first = read.data;
      return;
    }
    this.#readFirst(false);
    this.#read(read.data, nameOf(read.data.metric));
  }

  #readFirst(isOnly: boolean): void {
    const first = this.#first;
    if (first === null) return;
    this.#first = null;
    const own = nameOf(first.metric);
    this.#read(first, isOnly ? (this.#options.name ?? first.metric["__name__"] ?? own) : own);
  }

  #read({ values }: Series, name: string): void {
    const gauge = this.#sink.gauge(name, this.#options.unit ?? null);
    for (const [seconds, text] of values) {
      const at = momentMicros(seconds);
      const measured = Number(text);
      if (Number.isNaN(at) || !Number.isFinite(measured)) continue;
      this.#sink.measure(gauge, at, measured);
      this.#accepted += 1;
    }
  }

  #text(bytes: Uint8Array): string {
    return decodeText(bytes, () =>
      this.#warnings.add("latin-1", "The file is not UTF-8 and was read as Latin-1."),
    );
  }
}

/** A series as Prometheus writes it: its name and labels. */
function nameOf({ __name__: name = "", ...labels }: Record<string, string>): string {
  const pairs = Object.entries(labels).map(([key, value]) => `${key}=${JSON.stringify(value)}`);
  return pairs.length === 0 ? name : `${name}{${pairs.join(",")}}`;
}

const HINT = "Query /api/v1/query_range of Prometheus, so that resultType is matrix.";

/** `under`: where what was checked is in the document. */
function unreadable(error: z.ZodError, under: readonly PropertyKey[]): HeadroomError {
  const [issue] = error.issues;
  const path = [...under, ...(issue?.path ?? [])].map(String).join(".");
  const where = path === "" ? "" : ` at ${path}`;
  return new HeadroomError(
    "file-unreadable",
    `This is not a valid query_range response${where}: ${issue?.message ?? ""}`,
    { hint: HINT },
  );
}

function notSeries(): HeadroomError {
  return new HeadroomError(
    "file-unreadable",
    "This is not a valid query_range response at data.result: a list of series is expected.",
    { hint: HINT },
  );
}
