import { mappedDetection as inCsv } from "./file/generic-csv/detect.ts";
import { mappedDetection as inNdjson } from "./file/generic-ndjson/detect.ts";
import type { ColumnMapping } from "./mapping.ts";
import { decodeHead } from "./text/text-encoding.ts";

export type MappingDetection =
  { match: true; format: "generic-csv" | "generic-ndjson" } | { match: false; reason: string };

/**
 * Whether a file, by its first bytes, has what a mapping names, and which of the two generic formats it is: without a
 * mapping these are found only by names that say enough.
 */
export function matchesMapping(head: Uint8Array, mapping: ColumnMapping): MappingDetection {
  const isJson = decodeHead(head).trimStart().startsWith("{");
  const detection = isJson ? inNdjson(head, mapping) : inCsv(head, mapping);
  if (!detection.match) return detection;
  return { match: true, format: isJson ? "generic-ndjson" : "generic-csv" };
}
