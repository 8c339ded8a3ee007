import type { Detection, Format } from "../../parser.ts";
import { jsonParser } from "../../text/document.ts";
import { asObject, readJsonHead } from "../../text/json-head.ts";
import { readSummary } from "./read-summary.ts";

export const k6Summary: Format = {
  id: "k6-summary",
  tool: "k6",
  title: "k6 machine-readable summary",
  reads: "document",
  role: "run",
  detect: detection,
  open: (sink, options) => jsonParser(options, (value, findings) => readSummary(value, sink, findings)),
};

function detection(head: Uint8Array): Detection {
  const summary = asObject(readJsonHead(head));
  if (summary === null) return { match: false, reason: "it is not a JSON object" };
  const config = asObject(summary["config"]);
  const metadata = asObject(summary["metadata"]);
  // The script stands in the config, and may be longer than the head.
  const isConfig = typeof config?.["duration"] === "number" && typeof config["execution"] === "string";
  const isOfK6 = typeof (metadata?.["k6_version"] ?? metadata?.["k6Version"]) === "string";
  return isConfig || isOfK6
    ? { match: true }
    : { match: false, reason: "it lacks k6's config.execution and metadata.k6_version" };
}
