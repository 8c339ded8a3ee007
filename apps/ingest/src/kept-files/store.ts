import type { Readable } from "node:stream";
import { HeadroomError } from "@headroom/core";

/** Where the files of uploads are kept. What a file is and whose it is stands in the database; here it has a key alone. */
export interface KeptFileStore {
  /** Stores all that the stream gives, durably: whole, or not at all when it fails. */
  put(key: string, bytes: Readable): Promise<void>;
  /** Throws `not-found` where there is none. */
  get(key: string): Promise<Readable>;
  /** Also what an interrupted `put` left. Removing what is not there is no fault. */
  remove(key: string): Promise<void>;
}

const KEY = /^[0-9a-f-]{36}\/[0-9a-f-]{36}$/;

/** Two ids, as the services make them: nothing that a client says becomes a path. */
export function requireKey(key: string): string {
  if (KEY.test(key)) return key;
  throw new Error(`"${key}" is not a raw-file key`);
}

export function noSuchFile(cause: unknown): HeadroomError {
  return new HeadroomError("not-found", "The kept file is missing from the store.", {
    hint: "The administrator may have moved or emptied the store in HEADROOM_RAW_FILES.",
    cause,
  });
}
