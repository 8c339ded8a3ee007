import type { Detection } from "../../parser.ts";
import { ByteCursor } from "./byte-cursor.ts";
import { readRun } from "./run-record.ts";

const RUN = 0;

/** By the record that the file begins with: a zero, Gatling's version, the simulation's class and a start. */
export function detection(head: Uint8Array): Detection {
  if (head.length === 0) return { match: false, reason: "there are no bytes" };
  if (head[0] !== RUN) return { match: false, reason: "its first byte is not 0, as in Gatling's RUN record" };
  const cursor = new ByteCursor(head.length);
  cursor.begin(Buffer.from(head.buffer, head.byteOffset, head.length), 1, head.length);
  const { startMillis } = readRun(cursor);
  // Scenarios and assertions may reach past the head; version and start lie before them.
  if (cursor.fault === null && startMillis > 0) return { match: true };
  return {
    match: false,
    reason: `its first record is not a Gatling RUN record: ${cursor.fault ?? "it ends too early"}`,
  };
}
