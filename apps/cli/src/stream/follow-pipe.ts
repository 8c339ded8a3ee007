import type { Readable } from "node:stream";
import type { World } from "../world.ts";
import type { Ending } from "./ending.ts";
import type { InputEnd } from "./follow-file.ts";

const LOOK_MILLIS = 200;

/** The bytes of a pipe until it ends. Yields null when there is nothing new. */
export async function* followPipe(
  stdin: Readable,
  ending: Ending,
  world: Pick<World, "sleep">,
): AsyncGenerator<Uint8Array | null, InputEnd> {
  const chunks = stdin.iterator({ destroyOnReturn: false }) as AsyncIterator<Buffer>;
  let next = chunks.next();
  for (;;) {
    const read = await Promise.race([next, world.sleep(LOOK_MILLIS).then(() => null)]);
    if (read?.done === true) return "ended";
    if (read === null) {
      if (ending.isOver()) return "ended";
      yield null;
      continue;
    }
    next = chunks.next();
    // The loop asks for it later; until then a broken pipe must not count as unhandled.
    next.catch(() => undefined);
    ending.sawData();
    yield read.value;
  }
}
