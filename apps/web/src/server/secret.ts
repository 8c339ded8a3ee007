import "server-only";
import { instanceSecret } from "@headroom/services";
import { env } from "./env.ts";

let known: Uint8Array | undefined;

/** What this process and ingest sign for each other with. */
export function secret(): Uint8Array {
  known ??= instanceSecret(env());
  return known;
}
