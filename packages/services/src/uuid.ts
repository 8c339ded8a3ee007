import { z } from "zod";

/** UUID version 7 (RFC 9562): the time comes first, so that rows created together are together in an index. */
export function createIdSource(clock: () => Date, random: (bytes: number) => Uint8Array): () => string {
  return () => {
    const time = clock().getTime().toString(16).padStart(12, "0");
    const bytes = Uint8Array.from(random(10));
    bytes[0] = ((bytes[0] ?? 0) & 0x0f) | 0x70;
    bytes[2] = ((bytes[2] ?? 0) & 0x3f) | 0x80;
    const rest = Buffer.from(bytes).toString("hex");
    return `${time.slice(0, 8)}-${time.slice(8)}-${rest.slice(0, 4)}-${rest.slice(4, 8)}-${rest.slice(8)}`;
  };
}

const uuid = z.uuid();

/** An invalid ID gets the same answer as one that doesn't exist. */
export function isUuid(text: string): boolean {
  return uuid.safeParse(text).success;
}
