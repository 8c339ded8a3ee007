import { BlockList, isIP } from "node:net";
import { HeadroomError } from "@headroom/core";
import { keyFor } from "../instance-secret.ts";
import { openSealedText, sealText } from "../sealed-text.ts";
import { isPrivateAddress } from "./post-webhook.ts";

/** What decides whether a webhook's URL can be saved, and how. */
export interface WebhookSettings {
  /** The installation's. */
  secret: Uint8Array;
  /** Whether webhooks may go to addresses that only this server's network reaches. */
  allowPrivate: boolean;
}

const channelKey = (secret: Uint8Array) => keyFor(secret, "channel url");

/** A channel's URL as it is stored: encrypted, and its origin, which may be shown. */
export function urlColumnsOf(settings: WebhookSettings, text: string): { sealedUrl: string; origin: string } {
  const url = new URL(text);
  if (url.username !== "" || url.password !== "")
    throw new HeadroomError("parameter-unreadable", "The URL of a channel can't contain a user name.", {
      field: "url",
      fieldMessage: "Leave out the user name and password.",
    });
  requireReachable(text, "url", settings);
  return { sealedUrl: sealUrl(settings.secret, url), origin: url.origin };
}

export function sealUrl(secret: Uint8Array, { href }: URL): string {
  return sealText(channelKey(secret), href);
}

/** Addresses that nobody can listen at, so that no setting of the server makes them work. */
const NOBODY = new BlockList();
NOBODY.addSubnet("0.0.0.0", 8, "ipv4");
NOBODY.addSubnet("224.0.0.0", 3, "ipv4");
NOBODY.addAddress("::", "ipv6");
NOBODY.addSubnet("ff00::", 8, "ipv6");

/**
 * Refuses what would only fail later, at each message. Where a name leads is known only then, except for the names of this
 * machine itself.
 */
export function requireReachable(
  text: string,
  field: string,
  { allowPrivate }: Pick<WebhookSettings, "allowPrivate">,
  remedy = "Enter a public address",
): void {
  const { hostname, port } = new URL(text);
  const host = hostname.replaceAll(/^\[|\]$/g, "");
  const family = isIP(host);
  const isNobodys = family !== 0 && NOBODY.check(host, family === 4 ? "ipv4" : "ipv6");
  if (isNobodys || port === "0" || /\.invalid\.?$/.test(host))
    throw unusable(field, "Nobody can be reached at this address.", "Check the URL of the webhook.");
  const isPrivate = family === 0 ? /(?:^|\.)localhost\.?$/.test(host) : isPrivateAddress(host);
  if (isPrivate && !allowPrivate)
    throw unusable(
      field,
      "This server sends webhooks to public addresses only, and this one is private.",
      `${remedy}, or ask the operator to set HEADROOM_WEBHOOKS_TO_PRIVATE.`,
    );
}

function unusable(field: string, message: string, hint: string): HeadroomError {
  return new HeadroomError("parameter-unreadable", message, { field, fieldMessage: message, hint });
}

/** Throws if the server's secret has been changed since. */
export function openUrl(secret: Uint8Array, sealed: string): string {
  return openSealedText(channelKey(secret), sealed);
}
