const MAX_LITERAL = 65_536;

/** A Snappy block that holds the bytes as they are: valid, but not smaller. For simulators and tests. */
export function encodeSnappy(bytes: Uint8Array): Uint8Array {
  const parts: Uint8Array[] = [lengthOf(bytes.length)];
  for (let at = 0; at < bytes.length; at += MAX_LITERAL) {
    const literal = bytes.subarray(at, at + MAX_LITERAL);
    const last = literal.length - 1;
    parts.push(Uint8Array.of(61 * 4, last & 255, last >>> 8), literal);
  }
  return joined(parts);
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

function lengthOf(length: number): Uint8Array {
  const bytes: number[] = [];
  let rest = length;
  while (rest > 127) {
    bytes.push((rest % 128) | 128);
    rest = Math.floor(rest / 128);
  }
  return Uint8Array.of(...bytes, rest);
}
