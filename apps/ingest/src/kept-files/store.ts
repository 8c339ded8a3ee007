import type { Readable } from "node:stream";
import { HeadroomError } from "@headroom/core";

/** Where uploaded files are kept. The database knows what a file is and whose it is; the store only knows a key. */
export interface KeptFileStore {
  /** Stores the whole stream durably, or nothing if it fails. */
  put(key: string, bytes: Readable): Promise<void>;
  /** Throws `not-found` if there is no such file. */
  get(key: string): Promise<Readable>;
  /** Also removes what an interrupted `put` left. Removing a file that doesn't exist isn't an error. */
  remove(key: string): Promise<void>;
}

const KEY = /^[0-9a-f-]{36}\/[0-9a-f-]{36}$/;

/** Two IDs created by the services: nothing from a client becomes part of a path. */
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
