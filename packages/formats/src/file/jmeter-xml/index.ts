import type { Format } from "../../parser.ts";
import { detection } from "./detect.ts";
import { JmeterXmlParser } from "./jmeter-xml-parser.ts";

export const jmeterXml: Format = {
  id: "jmeter-xml",
  tool: "jmeter",
  title: "JMeter results (XML)",
  reads: "records",
  role: "run",
  takes: ["timestamps"],
  detect: detection,
  open: (sink, options) => new JmeterXmlParser(sink, options),
};
