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
  /** One for all rows: in a run in which every request fails, there are as many as requests. */
  readonly #reason = { bytes: Buffer.alloc(1_024), from: 0, to: 0 };

  constructor(layout: Layout, tally: FailureTally) {
    this.#layout = layout;
    this.#tally = tally;
  }

  /** `atMicros`: when the request completed; NaN: unknown. */
  count(label: number, atMicros: number, fields: RecordFields): void {
    this.#read(fields);
    if (this.#reason.to > 0) this.#tally.add(label, atMicros, this.#reason);
  }

  /** Empty if the row does not say. */
  reason(fields: RecordFields): string {
    this.#read(fields);
    return this.#reason.bytes.toString("utf8", 0, this.#reason.to);
  }

  #read(fields: RecordFields): void {
    const { at } = this.#layout;
    this.#reason.to = 0;
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
    const reason = this.#reason;
    this.#makeRoom(reason.to + 1 + to - from);
    if (reason.to > 0) reason.bytes[reason.to++] = SPACE;
    reason.bytes.set(fields.bytes.subarray(from, to), reason.to);
    reason.to += to - from;
  }

  #makeRoom(bytes: number): void {
    const reason = this.#reason;
    if (bytes <= reason.bytes.length) return;
    const grown = Buffer.alloc(2 * bytes);
    grown.set(reason.bytes.subarray(0, reason.to));
    reason.bytes = grown;
  }
}

function startsWith(bytes: Uint8Array, from: number, prefix: Uint8Array): boolean {
  for (let index = 0; index < prefix.length; index++) if (bytes[from + index] !== prefix[index]) return false;
  return true;
}
