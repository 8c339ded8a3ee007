import { HeadroomError } from "@headroom/core";
import type { ParseReport } from "@headroom/core";
import { Refusals, Warnings } from "../findings.ts";
import type { ParseOptions } from "../parser.ts";
import { limitJson } from "./json-budget.ts";
import { whereJsonBreaks } from "./json-head.ts";
import { decodeText, TextEncoding } from "./text-encoding.ts";

/** Summaries are small; a larger file isn't one. */
export const MAX_DOCUMENT_BYTES = 64 * 1024 * 1024;

export interface Findings {
  refusals: Refusals;
  warnings: Warnings;
}

/** A `Parser` with another type of report. */
export interface ReportingParser<Report> {
  write(chunk: Uint8Array): void;
  end(): Report;
  line?(): number;
}

/** A parser for a format that makes sense only as a whole: it is held in memory, within a limit, and read at its end. */
export function documentParser<Report = ParseReport>(
  options: Pick<ParseOptions, "maxDocumentBytes">,
  read: (text: string, findings: Findings) => Report,
): ReportingParser<Report> {
  return new DocumentParser(options.maxDocumentBytes ?? MAX_DOCUMENT_BYTES, read);
}

/** The same for JSON. `read` gets a value of any shape and checks it. */
export function jsonParser<Report = ParseReport>(
  options: Pick<ParseOptions, "maxDocumentBytes">,
  read: (value: unknown, findings: Findings) => Report,
): ReportingParser<Report> {
  return documentParser(options, (text, findings) => read(parseJson(text), findings));
}

class DocumentParser<Report> implements ReportingParser<Report> {
  readonly #limit: number;
  readonly #read: (text: string, findings: Findings) => Report;
  readonly #findings = { refusals: new Refusals(), warnings: new Warnings() };
  readonly #encoding = new TextEncoding(this.#findings.warnings);
  readonly #chunks: Uint8Array[] = [];
  #bytes = 0;

  constructor(limit: number, read: (text: string, findings: Findings) => Report) {
    this.#limit = limit;
    this.#read = read;
  }

  write(chunk: Uint8Array): void {
    this.#keep(this.#encoding.decode(chunk));
  }

  end(): Report {
    this.#keep(this.#encoding.end());
    const { warnings } = this.#findings;
    const text = decodeText(Buffer.concat(this.#chunks), () =>
      warnings.add("latin-1", "The file is not UTF-8 and was read as Latin-1."),
    );
    if (text.trim() === "") {
      const what = this.#bytes === 0 ? "The file is empty (0 bytes)." : "The file contains only blank lines.";
      throw new HeadroomError("file-empty", what, {
        byte: 0,
        hint: "Send the result file of a finished run.",
      });
    }
    return this.#read(text, this.#findings);
  }

  #keep(chunk: Uint8Array): void {
    if (chunk.length === 0) return;
    this.#bytes += chunk.length;
    if (this.#bytes > this.#limit) {
      throw new HeadroomError(
        "document-too-large",
        `A file in this format can be at most ${this.#limit} bytes.`,
        {
          byte: this.#limit,
          hint: "This format is read all at once. Send the tool's raw results instead, which are read as a stream.",
        },
      );
    }
    // The caller reuses its chunk.
    this.#chunks.push(new Uint8Array(chunk));
  }
}

/** Refuses invalid JSON and names the place. `from`: where the text begins in its file. */
export function parseJson(text: string, from = { line: 1, byte: 0 }): unknown {
  limitJson(text);
  try {
    return JSON.parse(text);
  } catch (cause) {
    const at = whereJsonBreaks(text);
    const line = text.slice(0, at).split("\n").length + from.line - 1;
    const byte = Buffer.byteLength(text.slice(0, at)) + from.byte;
    const why = at >= text.length ? "it ends too early" : "it is not valid JSON";
    throw new HeadroomError(
      "file-unreadable",
      `The JSON cannot be read at line ${line}, byte ${byte}: ${why}.`,
      {
        line,
        byte,
        cause,
        hint: "Wait for the run to finish, then send the file exactly as the tool wrote it.",
      },
    );
  }
}
