import { HeadroomError } from "@headroom/core";

export interface PaceLimits {
  /** How long a client may send nothing. */
  idleSeconds: number;
  /** The lowest average rate, in bytes as sent. */
  bytesPerSecond: number;
  /** How long a body may take to arrive. */
  arrivalSeconds: number;
}

/**
 * Ends an upload whose client is too slow: it would hold a place that others need. Only the time spent waiting for the client
 * counts. A client may lag behind the lowest rate by `idleSeconds`, so pauses and slow starts are fine.
 */
export class Pace {
  readonly #limits: PaceLimits;
  #waitedSeconds = 0;
  #spareSeconds: number;

  constructor(limits: PaceLimits) {
    this.#limits = limits;
    this.#spareSeconds = limits.idleSeconds;
  }

  /** `bytes` arrived after we had waited for them. */
  arrived(bytes: number, waitedMillis: number): void {
    const { idleSeconds, bytesPerSecond, arrivalSeconds } = this.#limits;
    const seconds = waitedMillis / 1_000;
    this.#waitedSeconds += seconds;
    if (this.#waitedSeconds > arrivalSeconds) throw tooLong(arrivalSeconds);
    this.#spareSeconds = Math.min(idleSeconds, this.#spareSeconds - seconds + bytes / bytesPerSecond);
    if (this.#spareSeconds < 0) throw tooSlow(bytesPerSecond);
  }
}

function tooSlow(bytesPerSecond: number): HeadroomError {
  return new HeadroomError(
    "upload-too-slow",
    `The upload is slower than ${bytesPerSecond} bytes per second.`,
    {
      hint: "Upload the file again once it is complete, or send a run that is still going on as a live run.",
    },
  );
}

function tooLong(arrivalSeconds: number): HeadroomError {
  return new HeadroomError(
    "upload-too-long",
    `The body took longer than ${arrivalSeconds} seconds to arrive.`,
    {
      hint: "Compress it with Content-Encoding: gzip or zstd, or upload one part per generator with run= and generator=.",
    },
  );
}
