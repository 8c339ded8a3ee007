import type { Detection, Format } from "../../parser.ts";
import { jsonParser } from "../../text/document.ts";
import { asObject, readJsonHead } from "../../text/json-head.ts";
import { readStatistics } from "./read-statistics.ts";

export const jmeterStatistics: Format = {
  id: "jmeter-statistics",
  tool: "jmeter",
  title: "JMeter HTML report (statistics.json)",
  reads: "document",
  role: "run",
  detect: detection,
  open: (sink, options) => jsonParser(options, (value, findings) => readStatistics(value, sink, findings)),
};

function detection(head: Uint8Array): Detection {
  const statistics = asObject(readJsonHead(head));
  if (statistics === null) return { match: false, reason: "it is not a JSON object" };
  const [first] = Object.values(statistics);
  const figures = asObject(first);
  return figures !== null && "transaction" in figures && "meanResTime" in figures
    ? { match: true }
    : { match: false, reason: "its first entry lacks transaction and meanResTime of JMeter's report" };
}
