import { SECOND_MICROS } from "@headroom/core";
import type { SampleSink } from "@headroom/core";
import { FNV_BASIS, hashStep, LabelTable } from "./label-table.ts";

/** Distinct reasons to count here; more are passed to the sink directly, so that IDs in messages can't fill the memory. */
const REASONS = 1_024;
/** Pairs of a label and a reason to hold before they are passed on. */
const HELD = 65_536;

/** A reason, in bytes[from..to). */
export interface ReasonBytes {
  bytes: Uint8Array;
  from: number;
  to: number;
}

/**
 * Counts why requests failed and in which second, by the bytes of the reason, so that a run in which every request fails
 * stays fast to read.
 */
export class FailureTally {
  readonly #sink: SampleSink;
  readonly #onLatin1: () => void;
  #reasons: LabelTable | null = null;
  /** By second, then by label and reason combined in one number. NaN: the time is unknown. */
  readonly #bySecond = new Map<number, Map<number, number>>();
  #second = NaN;
  /** What is counted in that second. */
  #times = new Map<number, number>();
  #held = 0;

  constructor(sink: SampleSink, onLatin1: () => void) {
    this.#sink = sink;
    this.#onLatin1 = onLatin1;
  }

  /** One failed request of a label. `atMicros`: when it completed; NaN: unknown. */
  add(label: number, atMicros: number, { bytes, from, to }: ReasonBytes): void {
    let hash = FNV_BASIS;
    for (let at = from; at < to; at++) hash = hashStep(hash, bytes[at] as number);
    this.#reasons ??= new LabelTable(this.#sink, { entries: REASONS, onLatin1: this.#onLatin1 });
    const reasons = this.#reasons;
    const second = Math.floor(atMicros / SECOND_MICROS);
    const reason = reasons.find(bytes, from, to, hash);
    if (!reasons.isKept(reason)) {
      this.#sink.failure(label, reasons.name(reason), 1, microsOf(second));
      return;
    }
    if (this.#held === HELD) this.end();
    if (second !== this.#second) this.#open(second);
    const key = label * REASONS + reason;
    const times = this.#times.get(key) ?? 0;
    if (times === 0) this.#held += 1;
    this.#times.set(key, times + 1);
  }

  addText(label: number, atMicros: number, reason: string): void {
    const bytes = Buffer.from(reason);
    this.add(label, atMicros, { bytes, from: 0, to: bytes.length });
  }

  #open(second: number): void {
    this.#second = second;
    this.#times = this.#bySecond.get(second) ?? new Map<number, number>();
    this.#bySecond.set(second, this.#times);
  }

  /** Passes the counts on. */
  end(): void {
    for (const [second, counted] of this.#bySecond) {
      for (const [key, times] of counted) {
        const reason = this.#reasons?.name(key % REASONS) ?? "";
        this.#sink.failure(Math.floor(key / REASONS), reason, times, microsOf(second));
      }
    }
    this.#bySecond.clear();
    this.#held = 0;
    this.#open(this.#second);
  }
}

function microsOf(second: number): number | undefined {
  return Number.isNaN(second) ? undefined : second * SECOND_MICROS;
}
