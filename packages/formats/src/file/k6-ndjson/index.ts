import type { Format } from "../../parser.ts";
import { detection } from "./detect.ts";
import { k6NdjsonParser } from "./k6-ndjson-parser.ts";

export const k6Ndjson: Format = {
  id: "k6-ndjson",
  tool: "k6",
  title: "k6 points (NDJSON)",
  reads: "lines",
  role: "run",
  detect: detection,
  open: k6NdjsonParser,
};
