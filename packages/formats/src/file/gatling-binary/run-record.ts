import { isTime } from "../gatling-text/records.ts";
import type { ByteCursor } from "./byte-cursor.ts";

const MAX_LISTED = 10_000;

/** What the first record says of the run. */
export interface RunRecord {
  version: string;
  startMillis: number;
}

/** Reads the record behind its type byte, as far as it is there; what is wrong with it is the cursor's fault. */
export function readRun(cursor: ByteCursor): RunRecord {
  const version = cursor.text();
  cursor.expect(/^\d+\.\d+[\w.-]*$/.test(version), "the first string is not a Gatling version");
  cursor.text();
  const startMillis = cursor.long();
  cursor.expect(isTime(startMillis), "the run start is not a time between 2000 and 2100");
  cursor.text();
  for (let left = listed(cursor, "scenarios"); left > 0 && cursor.isWell; left--) cursor.text();
  for (let left = listed(cursor, "assertions"); left > 0 && cursor.isWell; left--) {
    const bytes = cursor.int();
    cursor.expect(bytes >= 0, "an assertion has a negative length");
    cursor.skip(bytes);
  }
  return { version, startMillis };
}

function listed(cursor: ByteCursor, what: string): number {
  const count = cursor.int();
  cursor.expect(count >= 0 && count <= MAX_LISTED, `it claims to list ${count} ${what}`);
  return count;
}
