import type { Detection } from "../../parser.ts";
import { decodeHead } from "../../text/text-encoding.ts";

/** By the first line that is not blank: a declaration of a metric, or a point of one. */
export function detection(head: Uint8Array): Detection {
  const line = decodeHead(head)
    .split("\n", 64)
    .map((text) => text.trim())
    .find((text) => text !== "");
  if (line === undefined) return { match: false, reason: "there is no text" };
  if (!line.startsWith("{")) return { match: false, reason: "its first line is not a JSON object" };
  if (isPointOrMetric(line)) return { match: true };
  return { match: false, reason: 'its first line is neither a "Metric" nor a "Point" of k6' };
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
