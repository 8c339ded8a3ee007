import type { Detection, Format } from "../../parser.ts";
import { documentParser } from "../../text/document.ts";
import { decodeHead } from "../../text/text-encoding.ts";
import { typesIn } from "./exposition.ts";
import { readPrometheus } from "./read-prometheus.ts";

export const prometheusText: Format = {
  id: "prometheus-text",
  tool: "prometheus",
  title: "One scrape of Prometheus metrics (text)",
  reads: "document",
  role: "run",
  takes: ["unit"],
  detect: detection,
  open: (sink, options) =>
    documentParser(options, (text, findings) => readPrometheus(text, sink, options, findings)),
};

function detection(head: Uint8Array): Detection {
  const text = decodeHead(head).trimStart();
  if (!/^(#|[a-zA-Z_:][\w:]*(\{| -?[\d.]))/.test(text)) {
    return { match: false, reason: "its first line is neither a comment nor a metric" };
  }
  return typesIn(text).size > 0 ? { match: true } : { match: false, reason: 'it has no "# TYPE" line' };
}
