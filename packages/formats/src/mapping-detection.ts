import { mappedDetection as inCsv } from "./file/generic-csv/detect.ts";
import { mappedDetection as inNdjson } from "./file/generic-ndjson/detect.ts";
import { prometheusText } from "./file/prometheus-text/index.ts";
import type { ColumnMapping } from "./mapping.ts";
import { decodeHead } from "./text/text-encoding.ts";

export type MappingDetection =
  | { match: true; format: "generic-csv" | "generic-ndjson" | "prometheus-text" }
  | { match: false; reason: string };

/**
 * Whether a file's first bytes have what a mapping names, and which format it then is. Without a mapping,
 * the generic formats match only names that are unambiguous. In a scrape, the mapping names the histogram.
 */
export function matchesMapping(head: Uint8Array, mapping: ColumnMapping): MappingDetection {
  if (prometheusText.detect(head).match) return { match: true, format: "prometheus-text" };
  const isJson = decodeHead(head).trimStart().startsWith("{");
  const detection = isJson ? inNdjson(head, mapping) : inCsv(head, mapping);
  if (!detection.match) return detection;
  return { match: true, format: isJson ? "generic-ndjson" : "generic-csv" };
}
