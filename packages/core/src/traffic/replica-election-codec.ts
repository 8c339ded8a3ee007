import { HeadroomError } from "../problem.ts";
import type { Election } from "./replica-election.ts";

/** The first byte, which differs from those of sources and targets; JSON follows. */
const ELECTION = 3;

export function encodeElection(election: Election): Uint8Array {
  const text = new TextEncoder().encode(JSON.stringify(election));
  const bytes = new Uint8Array(text.length + 1);
  bytes[0] = ELECTION;
  bytes.set(text, 1);
  return bytes;
}

/** `encodeElection` wrote it. */
export function decodeElection(bytes: Uint8Array): Election {
  if (bytes[0] !== ELECTION)
    throw new HeadroomError("stored-version-unknown", `Replicas of version ${bytes[0] ?? 0} are not known.`, {
      hint: "They were written by a newer Headroom: update this one.",
    });
  return JSON.parse(new TextDecoder().decode(bytes.subarray(1))) as Election;
}
