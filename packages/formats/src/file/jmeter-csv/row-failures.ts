import type { FailureTally } from "../../text/failure-tally.ts";
import type { RecordFields } from "../../text/record.ts";
import type { Layout, ReadColumn } from "./layout.ts";
import { NO_ANSWER_CODE, NO_ANSWER_MESSAGE } from "./wording.ts";

const SPACE = 32;
const CODE_PREFIX = Buffer.from(NO_ANSWER_CODE);
const MESSAGE_PREFIX = Buffer.from(NO_ANSWER_MESSAGE);

/**
 * Why a row failed: its code and message; or, where those tell of an answer as good as any, the failure message, which
 * is what an assertion found.
 */
export class RowFailures {
  readonly #layout: Layout;
  readonly #tally: FailureTally;
  #reason = Buffer.alloc(1_024);
  #length = 0;

  constructor(layout: Layout, tally: FailureTally) {
    this.#layout = layout;
    this.#tally = tally;
  }

  count(label: number, fields: RecordFields): void {
    this.#read(fields);
    if (this.#length > 0) this.#tally.add(label, this.#reason, 0, this.#length);
  }

  /** Empty if the row does not say. */
  reason(fields: RecordFields): string {
    this.#read(fields);
    return this.#reason.toString("utf8", 0, this.#length);
  }

  #read(fields: RecordFields): void {
    const { at } = this.#layout;
    this.#length = 0;
    if (at.failureMessage >= 0 && !fields.isEmpty(at.failureMessage) && this.#answeredWell(fields)) {
      this.#append(fields, "failureMessage");
    } else {
      this.#append(fields, "responseCode", CODE_PREFIX);
      this.#append(fields, "responseMessage", MESSAGE_PREFIX);
    }
  }

  #answeredWell(fields: RecordFields): boolean {
    const column = this.#layout.at.responseCode;
    if (column < 0 || fields.isEmpty(column)) return true;
    const code = fields.number(column);
    return code >= 100 && code < 400;
  }

  #append(fields: RecordFields, column: ReadColumn, prefix?: Uint8Array): void {
    const field = this.#layout.at[column];
    if (field < 0) return;
    let from = fields.from(field);
    const to = fields.to(field);
    if (prefix !== undefined && startsWith(fields.bytes, from, prefix)) from += prefix.length;
    if (to <= from) return;
    this.#makeRoom(this.#length + 1 + to - from);
    if (this.#length > 0) this.#reason[this.#length++] = SPACE;
    this.#reason.set(fields.bytes.subarray(from, to), this.#length);
    this.#length += to - from;
  }

  #makeRoom(bytes: number): void {
    if (bytes <= this.#reason.length) return;
    const grown = Buffer.alloc(2 * bytes);
    grown.set(this.#reason.subarray(0, this.#length));
    this.#reason = grown;
  }
}

function startsWith(bytes: Uint8Array, from: number, prefix: Uint8Array): boolean {
  for (let index = 0; index < prefix.length; index++) if (bytes[from + index] !== prefix[index]) return false;
  return true;
}
