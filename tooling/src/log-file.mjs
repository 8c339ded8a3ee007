import { closeSync, fstatSync, ftruncateSync, mkdirSync, openSync, renameSync, writeSync } from "node:fs";
import { dirname } from "node:path";

const maxBytes = 20_000_000;

/**
 * A log that survives restarts: appended to, readable only by its owner, and moved to `.1` once it is large, so that a
 * service never fills the disk with it.
 */
export class LogFile {
  #file;
  #maxBytes;
  #descriptor = 0;
  #bytes = 0;

  /**
   * @param {string} file
   * @param {{ maxBytes?: number }} [limits]
   */
  constructor(file, limits = {}) {
    this.#file = file;
    this.#maxBytes = limits.maxBytes ?? maxBytes;
    mkdirSync(dirname(file), { recursive: true });
    this.#open();
  }

  /** @param {string} text */
  write(text) {
    try {
      if (this.#bytes >= this.#maxBytes) this.#rotate();
      this.#bytes += writeSync(this.#descriptor, text);
    } catch {
      // A full disk must not end the process that watches over the others.
    }
  }

  /** Removes what earlier processes wrote. */
  empty() {
    if (this.#bytes > 0) ftruncateSync(this.#descriptor);
    this.#bytes = 0;
  }

  end() {
    closeSync(this.#descriptor);
  }

  #rotate() {
    const full = this.#descriptor;
    renameSync(this.#file, `${this.#file}.1`);
    this.#open();
    closeSync(full);
  }

  #open() {
    this.#descriptor = openSync(this.#file, "a", 0o600);
    this.#bytes = fstatSync(this.#descriptor).size;
  }
}
