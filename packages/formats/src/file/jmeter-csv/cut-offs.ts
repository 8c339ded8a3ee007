import type { FailureTally } from "../../text/failure-tally.ts";
import type { RequestTimings } from "./request-gauges.ts";
import type { LabelTable } from "../../text/label-table.ts";

/** The lines of other threads may come between a transaction and its first request. */
const MAX_HELD = 256;

/** A row that has nothing of a request but its figures. */
export interface BareRow extends RequestTimings {
  name: string;
  startMicros: number;
  endMicros: number;
  thread: number;
  failed: boolean;
  code: number;
  failedByTool: boolean;
  bytes: number;
  /** Why it failed; empty if it did not, or does not say. */
  reason: string;
}

/** Takes a bare row once it is known what it is; its label is an entry of the table. */
export type TakeBare = (row: BareRow, entry: number, isTransaction: boolean) => void;

/**
 * Separates requests from transactions that the end of the test cut off. JMeter writes those without a message, and
 * custom samplers can look the same. A transaction is followed by its requests, in the same thread and within its time,
 * so a bare row is held until the next row of its thread.
 */
export class CutOffs {
  readonly #labels: LabelTable;
  readonly #take: TakeBare;
  readonly #held: BareRow[] = [];
  isHolding = false;
  /** Bare rows of which nothing says that they are transactions. */
  unproven = 0;

  constructor(labels: LabelTable, take: TakeBare) {
    this.#labels = labels;
    this.#take = take;
  }

  /** Without thread names only a label that transactions have is proof. */
  add(row: BareRow): void {
    if (this.#isTransaction(row)) this.#take(row, this.#entryOf(row), true);
    else if (row.thread === 0) this.#giveUnproven(row);
    else this.#held.push(row);
    if (this.#held.length > MAX_HELD) this.#giveUnproven(this.#held.shift());
    this.isHolding = this.#held.length > 0;
  }

  /** A further row of any kind. */
  see(startMicros: number, endMicros: number, thread: number): void {
    for (const row of this.#held.filter((held) => held.thread === thread)) {
      const isInside =
        startMicros >= row.startMicros && startMicros < row.endMicros && endMicros <= row.endMicros;
      this.#held.splice(this.#held.indexOf(row), 1);
      if (isInside) this.#take(row, this.#entryOf(row), true);
      else this.#giveUnproven(row);
    }
    this.isHolding = this.#held.length > 0;
  }

  end(): void {
    for (const row of this.#held.splice(0)) this.#giveUnproven(row);
  }

  #giveUnproven(row: BareRow | undefined): void {
    if (row === undefined) return;
    const isTransaction = this.#isTransaction(row);
    if (!isTransaction) this.unproven += 1;
    this.#take(row, this.#entryOf(row), isTransaction);
  }

  #isTransaction(row: BareRow): boolean {
    return this.#labels.isNumbered(this.#entryOf(row), "transaction");
  }

  #entryOf({ name }: BareRow): number {
    return this.#labels.entryOf(name) ?? this.#labels.findText(name);
  }
}

/** Counts the failure of a bare row that was a request. */
export function countBareFailure(
  failures: FailureTally,
  label: number,
  { failed, endMicros, reason }: BareRow,
): void {
  if (failed && reason !== "") failures.addText(label, endMicros, reason);
}
