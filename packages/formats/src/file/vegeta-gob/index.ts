import type { Format } from "../../parser.ts";
import { detection } from "./detect.ts";
import { VegetaGobParser } from "./vegeta-gob-parser.ts";

export const vegetaGob: Format = {
  id: "vegeta-gob",
  tool: "vegeta",
  title: "vegeta results (gob)",
  reads: "records",
  role: "run",
  detect: detection,
  open: (sink, options) => new VegetaGobParser(sink, options),
};
