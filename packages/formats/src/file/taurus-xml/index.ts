import type { Detection, Format } from "../../parser.ts";
import { documentParser } from "../../text/document.ts";
import { decodeHead } from "../../text/text-encoding.ts";
import { readTaurusXml } from "./read-xml.ts";

export const taurusXml: Format = {
  id: "taurus-xml",
  tool: "taurus",
  title: "Taurus final stats (XML)",
  reads: "document",
  role: "run",
  detect: detection,
  open: (sink, options) => documentParser(options, (text, findings) => readTaurusXml(text, sink, findings)),
};

function detection(head: Uint8Array): Detection {
  const text = decodeHead(head).trimStart();
  if (!text.startsWith("<")) return { match: false, reason: "it is not XML" };
  const root = /<([A-Za-z_][\w.-]{0,100})[\s/>]/.exec(text.slice(0, 4_096))?.[1];
  return root === "FinalStatus" ? { match: true } : { match: false, reason: "its root is not <FinalStatus>" };
}
