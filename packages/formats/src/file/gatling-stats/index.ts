import type { Detection, Format } from "../../parser.ts";
import { jsonParser } from "../../text/document.ts";
import { asObject, readJsonHead } from "../../text/json-head.ts";
import { readStats } from "./read-stats.ts";

export const gatlingStats: Format = {
  id: "gatling-stats",
  tool: "gatling",
  title: "Gatling report (js/stats.json)",
  reads: "document",
  role: "run",
  detect: detection,
  open: (sink, options) => jsonParser(options, (value, findings) => readStats(value, sink, findings)),
};

function detection(head: Uint8Array): Detection {
  const root = asObject(readJsonHead(head));
  if (root === null) return { match: false, reason: "it is not a JSON object" };
  const stats = asObject(root.stats);
  const isTree = root.type === "GROUP" && stats !== null;
  return isTree && "numberOfRequests" in stats && "percentiles1" in stats
    ? { match: true }
    : { match: false, reason: 'it is no "GROUP" with the stats of Gatling\'s report' };
}
