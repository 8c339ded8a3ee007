import { FNV_BASIS, hashStep } from "../../text/label-table.ts";
import { NEWLINE } from "../../text/line-feed.ts";

const TAB = 9;
const RETURN = 13;
const ZERO = 48;
const K = 75;
const O = 79;
const PREFIX_BYTES = "REQUEST\t".length;
const TIME_DIGITS = 13;

/** Where the columns before the groups end: none since 3.4, the user before it, the scenario and the user before 3.0. */
export type LeadingColumns = 0 | 1 | 2;

/** Reads a REQUEST record in one pass over its bytes, nothing allocated. */
export class RequestLine {
  leadingColumns: LeadingColumns = 0;
  groupsFrom = 0;
  groupsTo = 0;
  nameFrom = 0;
  nameTo = 0;
  /** Of the name, as tables of labels want it. */
  nameHash = 0;
  startMillis = 0;
  endMillis = 0;
  failed = false;
  /** Empty where nothing stands behind the status. */
  messageFrom = 0;
  messageTo = 0;

  /** The place behind the line at `start`, which some newline ends; or -1 if it is no REQUEST of this layout. */
  read(bytes: Uint8Array, start: number): number {
    let at = this.#skipLeading(bytes, start + PREFIX_BYTES);
    if (at < 0) return -1;
    this.groupsFrom = at;
    while (bytes[at] !== TAB) if (bytes[at++] === NEWLINE) return -1;
    this.groupsTo = at;
    this.nameFrom = ++at;
    let hash = FNV_BASIS;
    for (let byte = bytes[at] as number; byte !== TAB; byte = bytes[++at] as number) {
      if (byte === NEWLINE) return -1;
      hash = hashStep(hash, byte);
    }
    this.nameTo = at;
    this.nameHash = hash;
    this.startMillis = readTime(bytes, at + 1);
    this.endMillis = readTime(bytes, at + TIME_DIGITS + 2);
    if (this.startMillis < 0 || this.endMillis < 0) return -1;
    return this.#readStatus(bytes, at + 2 * TIME_DIGITS + 3);
  }

  #skipLeading(bytes: Uint8Array, from: number): number {
    let at = from;
    for (let column = 0; column < this.leadingColumns; column++) {
      while (bytes[at] !== TAB) if (bytes[at++] === NEWLINE) return -1;
      at += 1;
    }
    return at;
  }

  #readStatus(bytes: Uint8Array, from: number): number {
    const first = bytes[from];
    if (first === O && bytes[from + 1] === K) this.failed = false;
    else if (first === K && bytes[from + 1] === O) this.failed = true;
    else return -1;
    const at = from + 2;
    const next = bytes[at];
    if (next === TAB) return this.#readMessage(bytes, at + 1);
    return next === NEWLINE || next === RETURN ? this.#readMessage(bytes, at) : -1;
  }

  #readMessage(bytes: Uint8Array, from: number): number {
    let at = from;
    let end = -1;
    for (let byte = bytes[at]; byte !== NEWLINE; byte = bytes[++at]) {
      // What scripts of Gatling 2 added of their own stands behind another tab.
      if (byte === TAB && end < 0) end = at;
    }
    this.messageFrom = from;
    this.messageTo = end < 0 ? at : end;
    if (this.messageTo > from && bytes[this.messageTo - 1] === RETURN) this.messageTo -= 1;
    return at + 1;
  }
}

/** Thirteen digits and a tab, or -1. */
function readTime(bytes: Uint8Array, from: number): number {
  let high = 0;
  let low = 0;
  for (let at = from; at < from + 7; at++) {
    const digit = (bytes[at] as number) - ZERO;
    if (!(digit >= 0 && digit <= 9)) return -1;
    high = high * 10 + digit;
  }
  for (let at = from + 7; at < from + TIME_DIGITS; at++) {
    const digit = (bytes[at] as number) - ZERO;
    if (!(digit >= 0 && digit <= 9)) return -1;
    low = low * 10 + digit;
  }
  return bytes[from + TIME_DIGITS] === TAB ? high * 1_000_000 + low : -1;
}
