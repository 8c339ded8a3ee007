import { Warnings } from "../../findings.ts";
import { columnName, columnsOf } from "../../mapping.ts";
import type { ColumnMapping } from "../../mapping.ts";
import { readNames } from "../../mapping-names.ts";
import { NOWHERE } from "../../mapping-nowhere.ts";
import { MappedSamples } from "../../mapping-samples.ts";
import type { Detection } from "../../parser.ts";
import { objectIn } from "../../text/json-lines.ts";
import { decodeHead } from "../../text/text-encoding.ts";
import { JsonRow, textOf, valueIn } from "./json-row.ts";

/** By names in the first line that say enough, and values that are what they say. */
export function detection(head: Uint8Array): Detection {
  const [first] = linesOf(head);
  if (first === undefined) return { match: false, reason: "there is no text" };
  const line = objectIn(first);
  if (line === null) return { match: false, reason: "its first line is not a JSON object" };
  const reading = readNames(Object.keys(line));
  if (!reading.ok) return { match: false, reason: reading.reason };
  const wrong = wrongIn(line, reading.mapping);
  return wrong === null ? { match: true } : { match: false, reason: `in its first line ${wrong}` };
}

/** Whether one of a file's first lines has the time and the latency of a mapping. */
export function mappedDetection(head: Uint8Array, mapping: ColumnMapping): Detection {
  const lines = linesOf(head)
    .map(objectIn)
    .filter((line) => line !== null);
  if (lines.length === 0) return { match: false, reason: "its first lines are not JSON objects" };
  const number = columnsOf(mapping).find((column) => typeof column === "number");
  if (number !== undefined)
    return { match: false, reason: "its values have names, but the mapping uses column numbers" };
  const wanted = [mapping.latency.column, mapping.time?.column].filter((column) => column !== undefined);
  const found = lines.some((line) => wanted.every((column) => textOf(valueIn(line, column)) !== ""));
  if (found) return { match: true };
  return {
    match: false,
    reason: `none of its first lines has the values from the mapping: ${wanted.join(", ")}`,
  };
}

function linesOf(head: Uint8Array): string[] {
  return decodeHead(head)
    .split("\n", 64)
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

function wrongIn(line: Record<string, unknown>, mapping: ColumnMapping): string | null {
  const samples = new MappedSamples(NOWHERE, mapping, {}, new Warnings());
  new JsonRow(mapping, NOWHERE, samples).read(line);
  const wrong = samples.check();
  return wrong === null ? null : `${columnName(wrong.column)} ${wrong.why}`;
}
