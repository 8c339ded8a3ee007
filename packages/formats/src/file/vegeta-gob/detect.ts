import type { Detection } from "../../parser.ts";
import { GobCursor, GOING } from "./gob-cursor.ts";
import { GobTypes } from "./gob-types.ts";
import { isResult } from "./result-plan.ts";

/** By its first message: the description of vegeta's type Result. */
export function detection(head: Uint8Array): Detection {
  const cursor = new GobCursor();
  cursor.begin(head, 0, head.length, head.length);
  const length = cursor.uint();
  const end = cursor.at + length;
  cursor.begin(head, cursor.at, head.length, end);
  const id = cursor.int();
  if (length === 0 || cursor.state !== GOING || id >= 0) {
    return { match: false, reason: "it does not start with a gob type description" };
  }
  const type = new GobTypes().define(-id, cursor);
  if (type !== null && isResult(type)) return { match: true };
  return { match: false, reason: "its first type is not vegeta's Result" };
}
