import type { SampleSink } from "@headroom/core";
import { FNV_BASIS, hashStep, LabelTable } from "./label-table.ts";

/** Distinct reasons to count here; more are passed to the sink directly, so that IDs in messages can't fill the memory. */
const REASONS = 1_024;
/** Pairs of a label and a reason to hold before they are passed on. */
const HELD = 65_536;

/** Counts why requests failed, by the bytes of the reason, so that a run in which every request fails stays fast to read. */
export class FailureTally {
  readonly #sink: SampleSink;
  readonly #onLatin1: () => void;
  #reasons: LabelTable | null = null;
  /** Label and reason combined in one number. */
  readonly #times = new Map<number, number>();

  constructor(sink: SampleSink, onLatin1: () => void) {
    this.#sink = sink;
    this.#onLatin1 = onLatin1;
  }

  /** One failed request of a label, with the reason in bytes[from..to). */
  add(label: number, bytes: Uint8Array, from: number, to: number): void {
    let hash = FNV_BASIS;
    for (let at = from; at < to; at++) hash = hashStep(hash, bytes[at] as number);
    this.#reasons ??= new LabelTable(this.#sink, { entries: REASONS, onLatin1: this.#onLatin1 });
    const reasons = this.#reasons;
    const reason = reasons.find(bytes, from, to, hash);
    if (!reasons.isKept(reason)) {
      this.#sink.failure(label, reasons.name(reason), 1);
      return;
    }
    if (this.#times.size === HELD) this.end();
    const key = label * REASONS + reason;
    this.#times.set(key, (this.#times.get(key) ?? 0) + 1);
  }

  addText(label: number, reason: string): void {
    const bytes = Buffer.from(reason);
    this.add(label, bytes, 0, bytes.length);
  }

  /** Passes the counts on. */
  end(): void {
    for (const [key, times] of this.#times) {
      const reason = this.#reasons?.name(key % REASONS) ?? "";
      this.#sink.failure(Math.floor(key / REASONS), reason, times);
    }
    this.#times.clear();
  }
}
