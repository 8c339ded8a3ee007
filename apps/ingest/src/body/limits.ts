import { HeadroomError } from "@headroom/core";
import type { Room } from "../room/room.ts";
import { Pace } from "./pace.ts";
import type { PaceLimits } from "./pace.ts";

export interface WaitLimits {
  /** How long a client may send nothing. */
  idleSeconds: number;
  /** Ends every wait with its reason, when the process can't wait any longer. */
  ending?: AbortSignal;
  /** What to answer where the client stopped sending or is too slow. */
  stalled?: (problem: HeadroomError) => HeadroomError;
}

/** What one body may cost. It is counted while it streams, so a false header gains nothing. */
export interface BodyLimits extends PaceLimits, WaitLimits {
  bodyBytes: number;
  decodedBytes: number;
  /** Decoded bytes for one received byte. */
  ratio: number;
  /** Throws when what is decoded can't be stored any more. */
  assertRoom?: () => void;
}

/** For bodies whose data is stored while they are read: another upload may take the last room meanwhile. */
export function whileThereIsRoom({
  bodyLimits,
  room,
}: {
  bodyLimits: BodyLimits;
  room: Pick<Room, "assertEnough">;
}): BodyLimits {
  return { ...bodyLimits, assertRoom: room.assertEnough };
}

/** A few bytes of zeros compress a thousandfold and do no harm; the ratio counts from here on. */
const RATIO_COUNTS_FROM_BYTES = 16 * 1024 * 1024;

/** Counts a body before and after its decoder and stops it at the first limit that it exceeds. */
export class BodyMeter {
  received = 0;
  decoded = 0;
  readonly #limits: BodyLimits;
  readonly #pace: Pace;

  constructor(limits: BodyLimits) {
    this.#limits = limits;
    this.#pace = new Pace(limits);
  }

  countReceived(bytes: number, waitedMillis: number): void {
    this.#pace.arrived(bytes, waitedMillis);
    this.received += bytes;
    if (this.received > this.#limits.bodyBytes) throw bodyTooLarge(this.#limits.bodyBytes);
  }

  countDecoded(bytes: number): void {
    this.#limits.assertRoom?.();
    this.decoded += bytes;
    const { decodedBytes, ratio } = this.#limits;
    if (this.decoded > decodedBytes) {
      throw new HeadroomError(
        "decompressed-too-large",
        `The decoded body is larger than ${decodedBytes} bytes.`,
        {
          hint: "Split the file by generator and upload the parts to one run with run= and generator=.",
        },
      );
    }
    if (this.decoded > RATIO_COUNTS_FROM_BYTES && this.decoded > this.received * ratio) {
      throw new HeadroomError("compression-ratio", `The body decodes to more than ${ratio} times its size.`, {
        byte: this.received,
        hint: "Load-test results rarely compress that well. If this is one, send it uncompressed.",
      });
    }
  }
}

export function bodyTooLarge(limit: number): HeadroomError {
  return new HeadroomError("body-too-large", `The body is larger than ${limit} bytes.`, {
    hint: "Compress it with Content-Encoding: gzip or zstd, or upload one part per generator with run= and generator=.",
  });
}
