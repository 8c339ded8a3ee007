import type { Detection, Format } from "../../parser.ts";
import { jsonParser } from "../../text/document.ts";
import { asObject, readJsonHead } from "../../text/json-head.ts";
import { readLocustJson } from "./read-locust-json.ts";

export const locustJson: Format = {
  id: "locust-json",
  tool: "locust",
  title: "Locust result (--json)",
  reads: "document",
  role: "run",
  detect: detection,
  open: (sink, options) => jsonParser(options, (value, findings) => readLocustJson(value, sink, findings)),
};

function detection(head: Uint8Array): Detection {
  const entries = readJsonHead(head);
  const first = Array.isArray(entries) ? asObject(entries[0]) : null;
  if (first === null) return { match: false, reason: "it is not a JSON array of objects" };
  const isEntry = "num_requests" in first && "total_response_time" in first && "response_times" in first;
  return isEntry
    ? { match: true }
    : { match: false, reason: "its first entry lacks num_requests, total_response_time and response_times" };
}
