import type { Format } from "../../parser.ts";
import { detection } from "./detect.ts";
import { GatlingBinaryParser } from "./gatling-binary-parser.ts";

export const gatlingBinary: Format = {
  id: "gatling-binary",
  tool: "gatling",
  title: "Gatling simulation.log (binary, since 3.13)",
  reads: "records",
  role: "run",
  detect: detection,
  open: (sink, options) => new GatlingBinaryParser(sink, options),
};
