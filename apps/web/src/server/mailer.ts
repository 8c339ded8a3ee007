import "server-only";
import { createMailer } from "@headroom/services";
import type { Mailer } from "@headroom/services";
import { env } from "./env.ts";
import { secret } from "./secret.ts";

let known: Mailer | undefined;

/** Writes and seals emails. A job sends them. */
export function mailer(): Mailer {
  known ??= createMailer({ secret: secret(), webUrl: env().HEADROOM_WEB_URL });
  return known;
}
