import type { LiveBatchInput } from "@headroom/contract";
import { MINUTE_MILLIS } from "@headroom/core";
import type { Client } from "../http/client.ts";
import type { BatchBody } from "../upload/cell-batches.ts";
import { packed, sendBatch } from "../upload/send-cells.ts";

export interface OutboxOptions {
  client: Client;
  runId: string;
  writer: string;
  attempt: string;
  /** The server has counted the batches up to this one. */
  counted: number;
  now: () => number;
  onSent: (sequence: number) => void;
}

/** While the server is away, so much waits in memory; then reading waits, too. */
const MAX_PENDING_BYTES = 32 * 1024 * 1024;
/** Without anything new, the last batch is repeated this often: the server closes runs that it hears nothing of. */
const SILENCE_MILLIS = MINUTE_MILLIS;

/** Sends the batches of one writer in order, while the next ones are read. */
export class Outbox {
  readonly #options: OutboxOptions;
  readonly #pending: Uint8Array[] = [];
  #pendingBytes = 0;
  #sequence = 0;
  #sent: number;
  #last: Uint8Array | null = null;
  #sentAt: number;
  #sending: Promise<void> | null = null;

  constructor(options: OutboxOptions) {
    this.#options = options;
    this.#sent = Math.max(0, options.counted - 1);
    this.#sentAt = options.now();
  }

  /** The number of the last batch. */
  get sequence(): number {
    return this.#sequence;
  }

  /** Those that the server has are left out, except the last one: if it differs, this isn't the same file. */
  put(bodies: readonly BatchBody[]): void {
    const { writer, attempt } = this.#options;
    for (const body of bodies) {
      this.#sequence += 1;
      if (this.#sequence <= this.#sent) continue;
      const batch: LiveBatchInput = { writer, attempt, sequence: this.#sequence, ...body };
      this.#add(packed(batch));
    }
  }

  /** Waits until there is room for more. Throws what sending threw. */
  async room(): Promise<void> {
    if (this.#pendingBytes > MAX_PENDING_BYTES) await this.flush();
    else await this.#failure();
  }

  async flush(): Promise<void> {
    while (this.#sending !== null) await this.#sending;
  }

  /** Call it now and then while there is nothing new. */
  async keepAlive(): Promise<void> {
    await this.#failure();
    const isSilent = this.#options.now() - this.#sentAt >= SILENCE_MILLIS;
    if (this.#sending === null && isSilent && this.#last !== null) this.#add(this.#last);
  }

  #add(body: Uint8Array): void {
    this.#pending.push(body);
    this.#pendingBytes += body.length;
    if (this.#sending !== null) return;
    this.#sending = this.#send();
    // `room` and `flush` report it; until then it must not count as unhandled.
    this.#sending.catch(() => undefined);
  }

  async #send(): Promise<void> {
    const { client, runId, onSent, now } = this.#options;
    for (let body = this.#pending[0]; body !== undefined; body = this.#pending[0]) {
      await sendBatch(client, runId, body);
      this.#pending.shift();
      this.#pendingBytes -= body.length;
      this.#last = body;
      this.#sentAt = now();
      onSent(this.#sequence - this.#pending.length);
    }
    this.#sending = null;
  }

  /** A failed sending stays; one that goes on isn't waited for. */
  async #failure(): Promise<void> {
    if (this.#sending !== null) await Promise.race([this.#sending, Promise.resolve()]);
  }
}
