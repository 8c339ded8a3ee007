import { HeadroomError } from "../problem.ts";

/** The first byte of what is remembered as JSON, by which it differs from the states of sources and targets. */
const TAGS = { replicas: 3, twins: 5, joint: 6 } as const;
type Kind = keyof typeof TAGS;

const NAMES: Record<Kind, string> = { replicas: "Replicas", twins: "Names", joint: "Joined metrics" };

export function encodeTagged(kind: Kind, state: unknown): Uint8Array {
  const json = new TextEncoder().encode(JSON.stringify(state));
  const bytes = new Uint8Array(1 + json.length);
  bytes[0] = TAGS[kind];
  bytes.set(json, 1);
  return bytes;
}

/** `encodeTagged` wrote it for the same kind. */
export function decodeTagged(kind: Kind, bytes: Uint8Array): unknown {
  if (bytes[0] !== TAGS[kind])
    throw new HeadroomError(
      "stored-version-unknown",
      `${NAMES[kind]} of version ${bytes[0] ?? 0} are not known.`,
      { hint: "They were written by a newer Headroom: update this one." },
    );
  return JSON.parse(new TextDecoder().decode(bytes.subarray(1)));
}
