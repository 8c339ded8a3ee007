import { HeadroomError } from "@headroom/core";
import { foreignFileOf } from "./foreign-file.ts";
import { columnMapping, type ColumnMapping } from "./mapping.ts";
import { matchesMapping } from "./mapping-detection.ts";
import type { Format } from "./parser.ts";
import { detectFormat, formats } from "./registry.ts";

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

interface Tried {
  id: string;
  reason: string;
}

/** The format of a file, by its first bytes, and the mapping to read it with. */
export function chooseFormat(head: Uint8Array, { tool, mapping, storedMapping }: FormatWish): ChosenFormat {
  const candidates = candidatesOf(tool);
  refuseForeign(head);
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
  throw unknown(tool, detected.tried);
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
): { format: Format } | { tried: Tried[] } {
  if (tool === "auto") {
    const detected = detectFormat(head);
    return detected.ok ? { format: detected.format } : { tried: detected.tried };
  }
  const tried: Tried[] = [];
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

function unknown(tool: string, tried: readonly Tried[]): HeadroomError {
  const byReason = Map.groupBy(tried, ({ reason }) => reason);
  const reasons = [...byReason]
    .map(([reason, of]) => `${of.map(({ id }) => id).join(", ")}: ${reason}`)
    .join("; ");
  if (tool !== "auto") {
    return new HeadroomError("format-unknown", `The file was not written by ${tool}. ${reasons}`, {
      byte: 0,
      hint: "Leave out tool= to detect the tool automatically.",
    });
  }
  return new HeadroomError("format-unknown", `Unknown file format. ${reasons}`, {
    byte: 0,
    hint: "Send the tool's raw results unchanged (with curl --data-binary, because -d removes line breaks), or describe the columns of a CSV or NDJSON file with mapping=.",
  });
}
