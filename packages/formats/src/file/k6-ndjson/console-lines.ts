import { quoted } from "../../findings.ts";
import type { Findings } from "../../text/document.ts";
import type { LinePlace } from "../../text/line-parser.ts";

const SKIPPED = "k6 printed its console output among its results. Those lines were skipped.";

/** How a line of results starts; no line that k6 prints for people starts like this. */
const JSON_START = /^\s*(\{\s*("|$)|\[|")/;

export interface WholeLine {
  text: string;
  /** As JSON. */
  value: unknown;
}

/** The start of a line, of which the rest may follow. */
interface HeldLine {
  text: string;
  line: number;
  byte: number;
  isCut: boolean;
}

/**
 * `--out json=-` writes to standard output, where k6 also prints its banner, its progress once a second and its summary.
 * The progress can interrupt a line of results; its two parts are joined again.
 */
export class ConsoleLines {
  readonly #findings: Findings;
  readonly #place: Readonly<LinePlace>;
  #held: HeldLine | null = null;

  constructor(findings: Findings, place: Readonly<LinePlace>) {
    this.#findings = findings;
    this.#place = place;
  }

  /** The whole line of results that `text` is or completes; null: it is console output, or the rest may follow. */
  wholeLine(text: string): WholeLine | null {
    const bare = text.replace(/\r?\n$/, "");
    const joined = (this.#held?.text ?? "") + bare;
    const value = jsonOf(joined);
    if (value !== undefined) {
      this.#held = null;
      return { text: joined, value };
    }
    if (JSON_START.test(bare)) {
      this.endHeld();
      this.#held = { text: bare, ...this.#place };
    } else {
      this.#findings.warnings.add("console-output", SKIPPED, this.#place.line);
    }
    return null;
  }

  /** The next line of results has come, so the rest of the held one won't. */
  endHeld(): void {
    if (this.#held === null) return;
    const { text, line, byte, isCut } = this.#held;
    this.#held = null;
    this.#findings.refusals.add(line, byte, null, () => {
      const reason = `is not a JSON object: ${quoted(text)}`;
      return isCut ? `the last line is incomplete: ${reason}` : reason;
    });
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
