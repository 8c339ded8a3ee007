import { HeadroomError } from "@headroom/core";
import type { GaugeSink } from "@headroom/core";
import { gaugeCsv } from "./csv.ts";
import { gaugeExposition } from "./exposition.ts";
import type { GaugeFormat, GaugeOptions, GaugeParser } from "./gauge-format.ts";
import { gaugeQueryRange } from "./query-range.ts";

export type { GaugeOptions, GaugeParser } from "./gauge-format.ts";

const gaugeFormats: readonly GaugeFormat[] = [gaugeQueryRange, gaugeExposition, gaugeCsv];

/** A parser for the gauges in a file that begins with `head`. If there is none, the error lists what was tried. */
export function openGauges(head: Uint8Array, sink: GaugeSink, options: GaugeOptions): GaugeParser {
  const tried: string[] = [];
  for (const format of gaugeFormats) {
    const reason = format.refuse(head);
    if (reason === null) return format.open(sink, options, head);
    tried.push(`${format.id}: ${reason}`);
  }
  throw new HeadroomError("format-unknown", `The file contains no readable gauges. ${tried.join("; ")}`, {
    byte: 0,
    hint: "Send CSV with a time column, Prometheus text with timestamps, or a Prometheus query_range response.",
  });
}
