import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { deserialize, serialize } from "node:v8";
import type { CellBatch, CellColumns } from "@headroom/core";

const LENGTH_BYTES = 4;

/**
 * Stores a run's cells while its file is still being read: which of them remain is known only at the end, and there may be
 * more than memory should hold.
 */
export class Spool {
  readonly #folder = mkdtempSync(join(tmpdir(), "headroom-"));
  readonly #file = openSync(join(this.#folder, "cells"), "wx+", 0o600);
  readonly labels: CellBatch["labels"] = [];
  #bytes = 0;

  /** How much was written. */
  get bytes(): number {
    return this.#bytes;
  }

  write({ labels, cells }: CellBatch): void {
    this.labels.push(...labels);
    const body = serialize(cells);
    const length = Buffer.alloc(LENGTH_BYTES);
    length.writeUInt32LE(body.length);
    for (const chunk of [length, body]) {
      writeSync(this.#file, chunk, 0, chunk.length, this.#bytes);
      this.#bytes += chunk.length;
    }
  }

  /** Everything written, in order; can be read any number of times. */
  *read(): Generator<CellColumns> {
    for (let at = 0; at < this.#bytes;) {
      const length = this.#take(at, LENGTH_BYTES).readUInt32LE();
      const cells: unknown = deserialize(this.#take(at + LENGTH_BYTES, length));
      // Written by `write` in this process.
      yield cells as CellColumns;
      at += LENGTH_BYTES + length;
    }
  }

  close(): void {
    closeSync(this.#file);
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #take(at: number, length: number): Buffer {
    const bytes = Buffer.alloc(length);
    let read = 0;
    while (read < length) {
      const more = readSync(this.#file, bytes, read, length - read, at + read);
      if (more === 0) throw new Error("the cells that were put aside have been cut off");
      read += more;
    }
    return bytes;
  }
}
