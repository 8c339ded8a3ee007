import type { Format } from "../../parser.ts";
import { detection } from "./detect.ts";
import { vegetaJsonParser } from "./vegeta-json-parser.ts";

export const vegetaJson: Format = {
  id: "vegeta-json",
  tool: "vegeta",
  title: "vegeta results (JSON lines)",
  reads: "lines",
  role: "run",
  detect: detection,
  open: vegetaJsonParser,
};
