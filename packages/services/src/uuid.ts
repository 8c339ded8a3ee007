import { z } from "zod";

const MOST_IN_A_MILLISECOND = 0xfff;
const CLOCK_MAY_GO_BACK_MS = 10_000;

/**
 * UUIDs of version 7 (RFC 9562): the time comes first, so that rows created together are together in an index.
 * The twelve bits after it count within a millisecond, so that one process's IDs have the order they were made in.
 */
export function createIdSource(clock: () => Date, random: (bytes: number) => Uint8Array): () => string {
  let time = 0;
  let count = 0;
  return () => {
    const bytes = Uint8Array.from(random(10));
    const now = clock().getTime();
    if (now > time || now < time - CLOCK_MAY_GO_BACK_MS) {
      time = now;
      count = (((bytes[0] ?? 0) & 0x07) << 8) | (bytes[1] ?? 0);
    } else if (count === MOST_IN_A_MILLISECOND) {
      time += 1;
      count = 0;
    } else {
      count += 1;
    }
    bytes[0] = 0x70 | (count >> 8);
    bytes[1] = count & 0xff;
    bytes[2] = ((bytes[2] ?? 0) & 0x3f) | 0x80;
    const rest = Buffer.from(bytes).toString("hex");
    const start = time.toString(16).padStart(12, "0");
    return `${start.slice(0, 8)}-${start.slice(8)}-${rest.slice(0, 4)}-${rest.slice(4, 8)}-${rest.slice(8)}`;
  };
}

const uuid = z.uuid();

/** An invalid ID gets the same answer as one that doesn't exist. */
export function isUuid(text: string): boolean {
  return uuid.safeParse(text).success;
}
