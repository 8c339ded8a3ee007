import { HeadroomError } from "@headroom/core";
import type { ParseReport, SampleSink } from "@headroom/core";
import { SaxesParser } from "saxes";
import type { SaxesTagPlain } from "saxes";
import type { Findings } from "../../text/document.ts";
import { giveGroups } from "../taurus-csv/final-stats.ts";
import type { Group } from "../taurus-csv/final-stats.ts";

const MAX_GROUPS = 100_000;
const MAX_DURATION_LENGTH = 40;

interface FinalStatus {
  groups: Group[];
  durationSeconds: number | null;
}

/** Reads the XML of Taurus' final stats: of each figure the attributes, which say what its elements repeat. */
export function readTaurusXml(text: string, sink: SampleSink, findings: Findings): ParseReport {
  const { groups, durationSeconds } = new StatusReader().read(text);
  if (groups.length === 0) throw unreadable(1, "it has no Group element");
  return giveGroups(groups, sink, findings, { format: "taurus-xml", durationSeconds });
}

class StatusReader {
  readonly #parser = new SaxesParser();
  readonly #groups: { label: string; values: Map<string, string>; line: number }[] = [];
  #depth = 0;
  #inDuration = false;
  #duration = "";

  read(text: string): FinalStatus {
    const parser = this.#parser;
    parser.on("error", (error) => {
      throw unreadable(parser.line, error.message);
    });
    // Without one there are no entities but XML's own, so that a small file cannot become a large text.
    parser.on("doctype", () => {
      throw unreadable(parser.line, "it has a document type");
    });
    parser.on("opentag", (tag) => this.#open(tag));
    parser.on("closetag", () => {
      this.#depth -= 1;
      this.#inDuration = false;
    });
    parser.on("text", (chunk) => {
      if (this.#inDuration) this.#duration = (this.#duration + chunk).slice(0, MAX_DURATION_LENGTH);
    });
    parser.write(text).close();
    const seconds = /^\s*\d{1,12}(\.\d{1,12})?\s*$/.test(this.#duration) ? Number(this.#duration) : 0;
    return { groups: this.#groups, durationSeconds: seconds > 0 ? seconds : null };
  }

  #open({ name, attributes }: SaxesTagPlain): void {
    this.#depth += 1;
    if (this.#depth === 1 && name !== "FinalStatus")
      throw unreadable(this.#parser.line, `its root is <${name}>`);
    if (this.#depth === 2) this.#inDuration = name === "TestDuration";
    if (this.#depth === 2 && name === "Group") {
      if (this.#groups.length === MAX_GROUPS)
        throw unreadable(this.#parser.line, `it has more than ${MAX_GROUPS} groups`);
      this.#groups.push({ label: attributes["label"] ?? "", values: new Map(), line: this.#parser.line });
    }
    const { value, param } = attributes;
    if (this.#depth !== 3 || value === undefined) return;
    this.#groups.at(-1)?.values.set(param === undefined ? name : `${name}_${param}`, value);
  }
}

function unreadable(line: number, why: string): HeadroomError {
  return new HeadroomError("file-unreadable", `The Taurus XML cannot be read (line ${line}): ${why}.`, {
    line,
    hint: "Send the file exactly as the final-stats module of Taurus wrote it.",
  });
}
