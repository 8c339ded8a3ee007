/** Digests of a writer's last batches, so that a number used twice for different content is noticed. */
export type RecentDigests = ReadonlyMap<number, string>;

const KEPT = 128;
const DIGEST_BYTES = 8;
const ENTRY_BYTES = 4 + DIGEST_BYTES;

export function readRecent(bytes: Uint8Array | null): RecentDigests {
  const recent = new Map<number, string>();
  if (bytes === null) return recent;
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 0; at + ENTRY_BYTES <= buffer.length; at += ENTRY_BYTES)
    recent.set(buffer.readUInt32BE(at), buffer.toString("hex", at + 4, at + ENTRY_BYTES));
  return recent;
}

export function writeRecent(recent: RecentDigests): Uint8Array<ArrayBuffer> {
  const kept = [...recent].slice(-KEPT);
  const bytes = Buffer.alloc(kept.length * ENTRY_BYTES);
  for (const [at, [sequence, digest]] of kept.entries()) {
    bytes.writeUInt32BE(sequence, at * ENTRY_BYTES);
    bytes.write(digest, at * ENTRY_BYTES + 4, "hex");
  }
  return new Uint8Array(bytes);
}

export function shortDigest(digest: Buffer): string {
  return digest.toString("hex", 0, DIGEST_BYTES);
}
