import { HeadroomError } from "@headroom/core";
import type { Detection, ParseOptions, Parser } from "../parser.ts";
import type { Findings } from "./document.ts";
import { headLines } from "./head-lines.ts";
import { rowParser } from "./row-parser.ts";
import type { RowReader } from "./row-parser.ts";

/** A format of rows below a header that only its tool writes. */
export interface HeadedRows {
  /** What the file is, for messages: "CSV of hey". */
  what: string;
  /** How to have it written. */
  hint: string;
  delimiter: string;
  /** The columns that the header begins with; more may follow. */
  columns: readonly string[];
}

/** By the header, which is the first non-blank line. */
export function detectHeader(head: Uint8Array, { delimiter, columns, what }: HeadedRows): Detection {
  const [line] = headLines(head, 1);
  if (line !== undefined && beginsWith(namesIn(line, delimiter), columns)) return { match: true };
  return { match: false, reason: `its first line is not the header of the ${what}` };
}

/** A parser for such a file: `open` gets the names of all its columns, in order. */
export function headedRowParser(
  options: ParseOptions,
  format: HeadedRows,
  open: (names: readonly string[], findings: Findings) => RowReader,
): Parser {
  return rowParser(options, { delimiter: format.delimiter, quotes: false }, (findings) => {
    let reader: RowReader | null = null;
    return {
      begin: (line, number, byte) => {
        const names = namesIn(line, format.delimiter);
        if (!beginsWith(names, format.columns)) throw notHeaded(format, number, byte);
        reader = open(names, findings);
        return true;
      },
      row: (fields, line) => reader?.row(fields, line) ?? null,
      report: () => {
        if (reader === null) throw notHeaded(format, 1, 0);
        return reader.report();
      },
    };
  });
}

function namesIn(line: string, delimiter: string): string[] {
  return line.split(delimiter).map((name) => name.trim());
}

function beginsWith(names: readonly string[], columns: readonly string[]): boolean {
  return columns.every((column, at) => names[at] === column);
}

function notHeaded({ what, hint, columns }: HeadedRows, line: number, byte: number): HeadroomError {
  return new HeadroomError(
    "format-unknown",
    `This is not a valid ${what}: its header is not "${columns.join(" ")} …".`,
    {
      line,
      byte,
      hint,
    },
  );
}
