import { openUrl, sealUrl } from "./channel-url.ts";

/** The address of an SLO's webhook as it is stored: encrypted, because its path is often a secret. */
export function sealWebhook(secret: Uint8Array, url: string): string {
  return sealUrl(secret, new URL(url));
}

/** Throws if the server's secret has been changed since. */
export function openWebhook(secret: Uint8Array, stored: string): string {
  return isSealed(stored) ? openUrl(secret, stored) : stored;
}

/** Earlier builds stored it as it is. No sealed text has a colon. */
export function isSealed(stored: string): boolean {
  return !stored.includes(":");
}
