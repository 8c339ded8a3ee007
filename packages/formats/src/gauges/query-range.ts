import { HeadroomError, type GaugeSink } from "@headroom/core";
import { z } from "zod";
import { jsonParser } from "../text/document.ts";
import { asObject, readJsonHead } from "../text/json-head.ts";
import type { GaugeFormat, GaugeOptions, GaugeParser, GaugeReport } from "./gauge-format.ts";
import { momentMicros } from "./moment.ts";

const answer = z.object({
  status: z.literal("success"),
  data: z.object({
    resultType: z.literal("matrix"),
    result: z.array(
      z.object({
        metric: z.record(z.string(), z.string()),
        values: z.array(z.tuple([z.number(), z.string()])),
      }),
    ),
  }),
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
  return jsonParser(options, (value, { refusals, warnings }): GaugeReport => {
    const read = answer.safeParse(value);
    if (!read.success) throw unreadable(read.error);
    const accepted = readSeries(sink, read.data.data.result, options);
    return { format: gaugeQueryRange.id, accepted, refused: refusals.tally(), warnings: warnings.list() };
  });
}

type Series = z.infer<typeof answer>["data"]["result"];

function readSeries(sink: GaugeSink, result: Series, { name, unit }: GaugeOptions): number {
  let accepted = 0;
  for (const { metric, values } of result) {
    const own = result.length === 1 ? (name ?? metric["__name__"] ?? nameOf(metric)) : nameOf(metric);
    const gauge = sink.gauge(own, unit ?? null);
    for (const [seconds, text] of values) {
      const at = momentMicros(seconds);
      const measured = Number(text);
      if (Number.isNaN(at) || !Number.isFinite(measured)) continue;
      sink.measure(gauge, at, measured);
      accepted += 1;
    }
  }
  return accepted;
}

/** A series as Prometheus writes it: its name and labels. */
function nameOf({ __name__: name = "", ...labels }: Record<string, string>): string {
  const pairs = Object.entries(labels).map(([key, value]) => `${key}=${JSON.stringify(value)}`);
  return pairs.length === 0 ? name : `${name}{${pairs.join(",")}}`;
}

function unreadable(error: z.ZodError): HeadroomError {
  const [issue] = error.issues;
  const where = issue === undefined || issue.path.length === 0 ? "" : ` at ${issue.path.join(".")}`;
  return new HeadroomError(
    "file-unreadable",
    `This is not a valid query_range response${where}: ${issue?.message ?? ""}`,
    {
      hint: "Query /api/v1/query_range of Prometheus, so that resultType is matrix.",
    },
  );
}
