import type { ParseReport } from "@headroom/core";
import { quoted } from "../findings.ts";
import type { ParseOptions, Parser } from "../parser.ts";
import type { RowRefusal } from "./delimited.ts";
import type { Findings } from "./document.ts";
import { asObject } from "./json-head.ts";
import { BLANK, lineParser, warnLatin1 } from "./line-parser.ts";
import { decodeText } from "./text-encoding.ts";

/** What is special about a format with a JSON object on each line. */
export interface ObjectReader {
  /** Reads one line's object; returns why it can't be read. */
  object(value: Record<string, unknown>, line: number): RowRefusal | null;
  report(): ParseReport;
}

export function jsonLineParser(options: ParseOptions, open: (findings: Findings) => ObjectReader): Parser {
  return lineParser(options, (findings) => {
    const reader = open(findings);
    return {
      line: (bytes, at, end, line) => {
        const text = textIn(bytes.subarray(at, end), () => warnLatin1(findings, line));
        if (text === "") return BLANK;
        const value = objectIn(text);
        if (value !== null) return reader.object(value, line);
        return { column: null, reason: () => `is not a JSON object: ${quoted(text)}` };
      },
      report: () => reader.report(),
    };
  });
}

function textIn(line: Buffer, onLatin1: () => void): string {
  const decoded = line.toString();
  // The replacement character; if it appears, the bytes are checked more carefully.
  return (decoded.includes("\uFFFD") ? decodeText(line, onLatin1) : decoded).trim();
}

/** The object on a line, or null. */
export function objectIn(line: string): Record<string, unknown> | null {
  try {
    return asObject(JSON.parse(line));
  } catch {
    return null;
  }
}
