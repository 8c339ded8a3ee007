import type { Detection, Format } from "../../parser.ts";
import { headLines } from "../../text/head-lines.ts";
import { rowParser } from "../../text/row-parser.ts";
import { GhzInfluxDetails } from "./ghz-influx-details.ts";

export const ghzInfluxDetails: Format = {
  id: "ghz-influx-details",
  tool: "ghz",
  title: "ghz calls (InfluxDB lines)",
  reads: "lines",
  role: "run",
  detect: detection,
  // Its lines are read whole: what is quoted in them follows no rule that splits them.
  open: (sink, options) =>
    rowParser(
      options,
      { delimiter: "\0", quotes: false },
      (findings) => new GhzInfluxDetails(sink, findings),
    ),
};

function detection(head: Uint8Array): Detection {
  const [first = ""] = headLines(head, 1);
  return first.startsWith("ghz_detail,")
    ? { match: true }
    : { match: false, reason: 'its first line does not start with "ghz_detail,"' };
}
