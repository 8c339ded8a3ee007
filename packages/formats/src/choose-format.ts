import { HeadroomError } from "@headroom/core";
import { plural } from "@headroom/core/format";
import { consoleOutputOf } from "./console-output.ts";
import { foreignFileOf } from "./foreign-file.ts";
import { columnMapping } from "./mapping.ts";
import type { ColumnMapping } from "./mapping.ts";
import { matchesMapping } from "./mapping-detection.ts";
import { nearestFormats } from "./nearest-formats.ts";
import type { TriedFormat } from "./nearest-formats.ts";
import type { Format } from "./parser.ts";
import { detectFormat, formats } from "./registry.ts";
import { suggestMapping } from "./suggest-mapping.ts";
import { decodeHead } from "./text/text-encoding.ts";

export interface FormatWish {
  /** A tool, a format (used whatever the file looks like), or "auto". */
  tool: string;
  /** The uploader's column mapping, which takes precedence. */
  mapping: ColumnMapping | null;
  /** The mapping of an earlier upload to the experiment, used if no format recognizes the file. */
  storedMapping: unknown;
}

export interface ChosenFormat {
  format: Format;
  mapping: ColumnMapping | null;
}

/** The format of a file, by its first bytes, and the mapping to read it with. */
export function chooseFormat(head: Uint8Array, { tool, mapping, storedMapping }: FormatWish): ChosenFormat {
  const candidates = candidatesOf(tool);
  refuseForeign(head);
  refuseJoinedLines(head);
  if (mapping !== null) return mapped(head, mapping, candidates);
  // An uploader who names a format knows the file: if they are wrong, its parser says so.
  const named = candidates.find(({ id }) => id === tool);
  if (named !== undefined && !isGeneric(named)) return { format: named, mapping: null };
  const detected = detectAmong(head, tool, candidates);
  if ("format" in detected && !isGeneric(detected.format)) return { format: detected.format, mapping: null };
  const stored = columnMapping.safeParse(storedMapping);
  if (stored.success) {
    const matched = matchesMapping(head, stored.data);
    const format = matched.match ? candidates.find(({ id }) => id === matched.format) : undefined;
    if (format !== undefined) return { format, mapping: stored.data };
  }
  if ("format" in detected) return { format: detected.format, mapping: null };
  throw unknownFormat(head, tool, detected.tried);
}

/** Refuses files that no format is tried for, with a specific message. */
function refuseForeign(head: Uint8Array): void {
  if (isBlank(head)) {
    const read = head.length === 0 ? "is empty (0 bytes)" : `starts with ${head.length} blank bytes`;
    throw new HeadroomError("file-empty", `The file ${read}.`, {
      byte: 0,
      hint: "Send the result file of a finished run.",
    });
  }
  const foreign = foreignFileOf(head);
  if (foreign === null) return;
  throw new HeadroomError("format-unknown", `The file is ${foreign.what}.`, { byte: 0, hint: foreign.hint });
}

/** Spaces, line ends, zeros and byte order marks: a file of only these has no content. */
function isBlank(head: Uint8Array): boolean {
  return head.every((byte) => byte <= 32 || byte >= 0xfe || byte === 0xef || byte === 0xbb || byte === 0xbf);
}

function candidatesOf(tool: string): readonly Format[] {
  const candidates =
    tool === "auto" ? formats : formats.filter(({ tool: of, id }) => of === tool || id === tool);
  if (candidates.length > 0) return candidates;
  throw new HeadroomError("parameter-unreadable", `Unknown tool "${tool.slice(0, 100)}".`, {
    field: "tool",
    hint: `Use one of: auto, ${[...new Set(formats.flatMap((format) => [format.tool, format.id]))].join(", ")}.`,
  });
}

function mapped(head: Uint8Array, mapping: ColumnMapping, candidates: readonly Format[]): ChosenFormat {
  const matched = matchesMapping(head, mapping);
  if (!matched.match) {
    throw new HeadroomError("format-unknown", `The file does not match the mapping: ${matched.reason}`, {
      field: "mapping",
      byte: 0,
    });
  }
  const format = candidates.find(({ id }) => id === matched.format);
  if (format !== undefined) return { format, mapping };
  throw new HeadroomError("parameter-unreadable", "A mapping only works for files without a known tool.", {
    field: "mapping",
    hint: "Leave out either tool= or mapping=.",
  });
}

function detectAmong(
  head: Uint8Array,
  tool: string,
  candidates: readonly Format[],
): { format: Format } | { tried: TriedFormat[] } {
  if (tool === "auto") {
    const detected = detectFormat(head);
    return detected.ok ? { format: detected.format } : { tried: detected.tried };
  }
  const tried: TriedFormat[] = [];
  for (const format of candidates) {
    const detected = format.detect(head);
    if (detected.match) return { format };
    tried.push({ id: format.id, reason: detected.reason });
  }
  return { tried };
}

function isGeneric({ tool, reads }: Format): boolean {
  return tool === "generic" && reads === "lines";
}

/** Names what the file looks like, if that is clear, then the formats that come closest. The others are only counted. */
export function unknownFormat(head: Uint8Array, tool: string, tried: readonly TriedFormat[]): HeadroomError {
  const console = consoleOutputOf(head);
  if (console !== null) {
    return new HeadroomError("format-unknown", `The file is what ${console.tool} prints while it runs.`, {
      byte: 0,
      hint: console.instead,
    });
  }
  if (!isText(head)) {
    return new HeadroomError("format-unknown", "The file isn't text, and no format of a load tool.", {
      byte: 0,
      hint: "Send the results as CSV, JSON or the tool's own log, uncompressed or compressed with gzip or zstd.",
    });
  }
  const nearest = nearestFormats(head, tried);
  const others = tried.length - nearest.length;
  const closest = nearest.map(({ id, reason }) => `${titleOf(id)} (${id}): ${reason}`).join("; ");
  const what = tool === "auto" ? "Unknown file format." : `The file was not written by ${tool}.`;
  return new HeadroomError(
    "format-unknown",
    nearest.length === 0
      ? `${what} None of ${tried.length} formats comes close.`
      : `${what} Closest: ${closest}.${others === 0 ? "" : ` ${plural(others, "more format doesn't", "more formats don't")} match either.`}`,
    {
      byte: 0,
      hint: tool === "auto" ? hintFor(head) : "Leave out tool= to detect the tool automatically.",
      formats: nearest.map(({ id, reason }) => ({ format: id, reason })),
    },
  );
}

const TEXT_BYTES = 4_096;
const MAX_ODD_SHARE = 0.05;

/** Whether nearly all of its characters can be written. */
function isText(head: Uint8Array): boolean {
  const text = decodeHead(head.subarray(0, TEXT_BYTES));
  const odd = Array.from(text).filter(isOdd).length;
  return odd <= text.length * MAX_ODD_SHARE;
}

/** Controls other than tabs and line ends, and what no encoding could read. */
function isOdd(character: string): boolean {
  const code = character.codePointAt(0) ?? 0;
  return code < 9 || (code > 13 && code < 32) || (code >= 127 && code < 160) || code === 0xfffd;
}

function titleOf(id: string): string {
  return formats.find((format) => format.id === id)?.title ?? id;
}

function hintFor(head: Uint8Array): string {
  const suggested = suggestMapping(head);
  if (suggested !== null) {
    return `${suggested.why}. If so, add mapping=${JSON.stringify(suggested.mapping)}`;
  }
  return "Send the tool's raw results unchanged (with curl --data-binary, because -d removes line breaks), or describe the columns of a CSV or NDJSON file with mapping=.";
}

/** More separators than any header or single row that a tool writes. */
const MANY = 60;

/** Refuses rows or NDJSON without a single line break: `curl -d` removes them, and the rows can't be told apart. */
export function refuseJoinedLines(head: Uint8Array): void {
  if (head.includes(0) || head.includes(10) || head.includes(13)) return;
  const text = decodeHead(head);
  const isJoined = /^\s*\{/.test(text)
    ? /\}\s*\{\s*"/.test(text)
    : /^[^[<]/.test(text) && (text.match(/[,;\t|]/g)?.length ?? 0) >= MANY;
  if (!isJoined) return;
  throw new HeadroomError("format-unknown", "The file has no line breaks, so its rows run together.", {
    byte: 0,
    hint: "curl -d removes line breaks. Send the file with --data-binary @FILE.",
  });
}
