import type { Detection } from "../../parser.ts";
import { decodeHead } from "../../text/text-encoding.ts";

/**
 * By the first line of JSON: a declaration of a metric, or a point of one. Lines before it can be what k6 prints for
 * people, if its results were written to standard output too.
 */
export function detection(head: Uint8Array): Detection {
  const lines = decodeHead(head)
    .split("\n")
    .map((text) => text.trim())
    .filter((text) => text !== "");
  const [first] = lines;
  if (first === undefined) return { match: false, reason: "there is no text" };
  const line = lines.find((text) => text.startsWith("{"));
  if (line === undefined) return { match: false, reason: "none of its first lines is a JSON object" };
  if (isPointOrMetric(line)) return { match: true };
  return { match: false, reason: 'its first line of JSON is neither a "Metric" nor a "Point" of k6' };
}

function isPointOrMetric(line: string): boolean {
  try {
    const { type, metric, data }: Record<string, unknown> = JSON.parse(line);
    return (type === "Metric" || type === "Point") && typeof metric === "string" && typeof data === "object";
  } catch {
    // A declaration with many submetrics can be longer than the head; its beginning has one spelling.
    return (
      line.startsWith('{"type":"Metric","data":{"name":"') || /^\{"metric":"[^"]+","type":"Point"/.test(line)
    );
  }
}
