import { mappedDetection as inCsv } from "./file/generic-csv/detect.ts";
import type { ColumnMapping } from "./mapping.ts";

export type MappingDetection = { match: true; format: "generic-csv" } | { match: false; reason: string };

/** Whether a file, by its first bytes, has what a mapping names, and in which of the two generic formats. */
export function matchesMapping(head: Uint8Array, mapping: ColumnMapping): MappingDetection {
  const csv = inCsv(head, mapping);
  return csv.match ? { match: true, format: "generic-csv" } : csv;
}
