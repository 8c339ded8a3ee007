import type { Detection } from "../../parser.ts";
import { decodeHead } from "../../text/text-encoding.ts";

const ASSERTION = /^ASSERTION\t[A-Za-z0-9+/]+={0,2}$/;
/** Class, id (two of them before 3.0), start in epoch milliseconds, description, version. */
const RUN = /^RUN(\t[^\t]*){2,3}\t\d{13}\t[^\t]*\t\d[^\t]*$/;

/** By the first line that is not blank: Gatling writes its assertions, then what was run. */
export function detection(head: Uint8Array): Detection {
  const line = decodeHead(head)
    .split(/\r?\n/, 64)
    .find((text) => text.trim() !== "");
  if (line === undefined) return { match: false, reason: "there is no text" };
  if (ASSERTION.test(line) || RUN.test(line)) return { match: true };
  return { match: false, reason: "its first line is neither a RUN nor an ASSERTION record of Gatling" };
}
