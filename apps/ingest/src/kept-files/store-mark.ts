import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { isHeadroomError } from "@headroom/core";
import type { KeptFileStore } from "./store.ts";

const NOBODYS = "00000000-0000-0000-0000-000000000000";
export const STORE_MARK = `${NOBODYS}/${NOBODYS}`;

/**
 * Which store this is, by a file that the first process writes: processes that read different marks don't see the same files.
 * Undefined: it can't be read at the moment.
 */
export async function markOf(store: KeptFileStore, newId: () => string): Promise<string | undefined> {
  const read = async () => text(await store.get(STORE_MARK));
  try {
    return await read().catch(async (error: unknown) => {
      if (!isHeadroomError(error, "not-found")) throw error;
      await store.put(STORE_MARK, Readable.from([newId()]));
      return read();
    });
  } catch {
    return undefined;
  }
}
