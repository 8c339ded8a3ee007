import { formats } from "./registry.ts";
import { decodeHead } from "./text/text-encoding.ts";

export interface TriedFormat {
  id: string;
  reason: string;
}

/** Files of each shape that no tool writes. A format that says the same of them got nowhere. */
const PROBES = { text: "x\n", object: "{}", array: "[]", rows: "a,b\n1,2\n", xml: "<x/>" } as const;
type Shape = keyof typeof PROBES;

const MOST = 3;
/** A file of their shape may be read with a mapping, so they are worth naming. */
const MAPPED: readonly string[] = ["generic-csv", "generic-ndjson"];

/** The formats that got furthest with a file, nearest first, out of why each rejected it. */
export function nearestFormats(head: Uint8Array, tried: readonly TriedFormat[]): TriedFormat[] {
  const text = decodeHead(head).replace(/^\uFEFF/, "");
  const shape = shapeOf(text);
  const lowerCase = text.toLowerCase();
  return tried
    .map((one) => {
      const shared = sharedNames(one.reason, lowerCase, shape);
      return { ...one, shared, distance: -progressOf(one, shape) - shared };
    })
    .filter(({ id, shared, distance }) => shared > 0 || (MAPPED.includes(id) && distance <= -1))
    .toSorted((a, b) => a.distance - b.distance)
    .slice(0, MOST)
    .map(({ id, reason }) => ({ id, reason }));
}

function shapeOf(text: string): Shape {
  const start = text.trimStart();
  if (start.startsWith("{")) return "object";
  if (start.startsWith("[")) return "array";
  if (start.startsWith("<")) return "xml";
  return /^[^\n]*[,;\t|]/.test(start) ? "rows" : "text";
}

/** 0: it says the same of files of other shapes. 1: it knows the shape. 2: it found something of its own in it. */
function progressOf({ id, reason }: TriedFormat, shape: Shape): number {
  const reasons = (probeReasons ??= readProbes()).get(id);
  if (reasons === undefined) return 0;
  const elsewhere = (Object.keys(PROBES) as Shape[]).some(
    (other) => other !== shape && reasons[other] === reason,
  );
  if (elsewhere) return 0;
  const isOwn = reasons[shape] === reason;
  return isOwn ? 1 : 2;
}

/** The share of the names that the reason asks for and the file has, below 1. */
function sharedNames(reason: string, text: string, shape: Shape): number {
  const isJson = shape === "object" || shape === "array";
  const has = (name: string) => text.includes(isJson ? `"${name}"` : name);
  const quoted = [...reason.matchAll(/"([^"]{3,})"/g)].map(([, name = ""]) => name.toLowerCase().split("…"));
  const words = [...reason.replaceAll(/"[^"]*"/g, "").matchAll(/[\w.]{3,}/g)].flatMap(([word]) =>
    word.toLowerCase().split("."),
  );
  const found =
    quoted.filter((parts) => parts.every((part) => has(part.trim()))).length +
    words.filter((word) => text.includes(`"${word}"`)).length;
  return found / (found + 1);
}

/** Read once, when a first file isn't recognized. */
let probeReasons: Map<string, Record<Shape, string | null>> | null = null;

function readProbes(): Map<string, Record<Shape, string | null>> {
  return new Map(
    formats.map(({ id, detect }) => {
      const reasonFor = (text: string) => {
        const detected = detect(Buffer.from(text));
        return detected.match ? null : detected.reason;
      };
      const { text, object, array, rows, xml } = PROBES;
      return [
        id,
        {
          text: reasonFor(text),
          object: reasonFor(object),
          array: reasonFor(array),
          rows: reasonFor(rows),
          xml: reasonFor(xml),
        },
      ];
    }),
  );
}
