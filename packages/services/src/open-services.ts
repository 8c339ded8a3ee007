import { randomBytes } from "node:crypto";
import { openDatabase } from "@headroom/db";
import type { DatabaseOptions } from "@headroom/db";
import type { Services } from "./context.ts";
import { createIdSource } from "./uuid.ts";

const SECRET_BYTES = 32;

/** The real services: a database, the machine's clock and randomness. The caller closes `db`. */
export function openServices(options: DatabaseOptions): Services {
  const clock = () => new Date();
  return {
    db: openDatabase(options),
    clock,
    newId: createIdSource(clock, randomBytes),
    newSecretBytes: () => randomBytes(SECRET_BYTES),
  };
}
