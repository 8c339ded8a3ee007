import { ALL_REQUESTS } from "@headroom/core";
import type { Detection, Format } from "../../parser.ts";
import { jsonParser } from "../../text/document.ts";
import { asObject, readJsonHead } from "../../text/json-head.ts";
import { readShape } from "../../text/json-shape.ts";
import { cellOf, statsReport, statsShape } from "../gatling-stats/figures.ts";

const ID = "gatling-global-stats";

export const gatlingGlobalStats: Format = {
  id: ID,
  tool: "gatling",
  title: "Gatling report (js/global_stats.json)",
  reads: "document",
  role: "run",
  detect: detection,
  open: (sink, options) =>
    jsonParser(options, (value, findings) => {
      const all = readShape(statsShape, value, "Gatling global_stats.json");
      sink.total(ALL_REQUESTS, cellOf(all));
      return statsReport(ID, all, 1, findings);
    }),
};

function detection(head: Uint8Array): Detection {
  const stats = asObject(readJsonHead(head));
  if (stats === null) return { match: false, reason: "it is not a JSON object" };
  return "numberOfRequests" in stats && "meanResponseTime" in stats && "percentiles1" in stats
    ? { match: true }
    : {
        match: false,
        reason: "it lacks numberOfRequests, meanResponseTime and percentiles1 of Gatling's report",
      };
}
