import type { Format } from "../../parser.ts";
import { detection } from "./detect.ts";
import { genericNdjsonParser } from "./generic-ndjson-parser.ts";

export const genericNdjson: Format = {
  id: "generic-ndjson",
  tool: "generic",
  title: "Any NDJSON with one request per line",
  reads: "lines",
  role: "run",
  takes: ["timestamps", "zone"],
  detect: detection,
  open: genericNdjsonParser,
};
