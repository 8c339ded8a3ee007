import { FNV_BASIS, hashStep } from "../../text/label-table.ts";
import type { LabelTable } from "../../text/label-table.ts";
import type { RequestLine } from "./request-line.ts";

const COMMA = 44;
const BETWEEN = Buffer.from(" / ");

/** The positions of the groups and the name in a line. */
type GroupedName = Pick<RequestLine, "groupsFrom" | "groupsTo" | "nameFrom" | "nameTo">;

/** Finds the label of a name inside groups: "outer / inner / name". Gatling writes the groups with commas. */
export class GroupedLabels {
  readonly #labels: LabelTable;
  #path = Buffer.alloc(1_024);
  #bytes = 0;

  constructor(labels: LabelTable) {
    this.#labels = labels;
  }

  find(bytes: Uint8Array, { groupsFrom, groupsTo, nameFrom, nameTo }: GroupedName): number {
    this.#begin(groupsTo - groupsFrom + nameTo - nameFrom);
    this.#addGroups(bytes, groupsFrom, groupsTo);
    this.#between();
    for (let at = nameFrom; at < nameTo; at++) this.#path[this.#bytes++] = bytes[at] as number;
    return this.#found();
  }

  findGroup(bytes: Uint8Array, groupsFrom: number, groupsTo: number): number {
    this.#begin(groupsTo - groupsFrom);
    this.#addGroups(bytes, groupsFrom, groupsTo);
    return this.#found();
  }

  #begin(bytes: number): void {
    const most = BETWEEN.length * (bytes + 1);
    if (most > this.#path.length) this.#path = Buffer.alloc(2 * most);
    this.#bytes = 0;
  }

  #addGroups(bytes: Uint8Array, from: number, to: number): void {
    for (let at = from; at < to; at++) {
      const byte = bytes[at] as number;
      if (byte === COMMA) this.#between();
      else this.#path[this.#bytes++] = byte;
    }
  }

  #between(): void {
    this.#path.set(BETWEEN, this.#bytes);
    this.#bytes += BETWEEN.length;
  }

  #found(): number {
    let hash = FNV_BASIS;
    for (let at = 0; at < this.#bytes; at++) hash = hashStep(hash, this.#path[at] as number);
    return this.#labels.find(this.#path, 0, this.#bytes, hash);
  }
}
