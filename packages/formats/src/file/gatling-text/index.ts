import type { Format } from "../../parser.ts";
import { detection } from "./detect.ts";
import { gatlingTextParser } from "./gatling-text-parser.ts";

export const gatlingText: Format = {
  id: "gatling-text",
  tool: "gatling",
  title: "Gatling simulation.log (text, up to 3.12)",
  reads: "lines",
  role: "run",
  detect: detection,
  open: gatlingTextParser,
};
