import "server-only";
import { instanceSecret } from "@headroom/services";
import type { WebhookSettings } from "@headroom/services";
import { env } from "./env.ts";

let known: Uint8Array | undefined;

/** The key with which this process and ingest sign for each other. */
export function secret(): Uint8Array {
  known ??= instanceSecret(env());
  return known;
}

/** As ingest has them, which sends webhooks. */
export function webhookSettings(): WebhookSettings {
  return { secret: secret(), allowPrivate: env().HEADROOM_WEBHOOKS_TO_PRIVATE === "true" };
}
