import { HeadroomError } from "@headroom/core";
import { keyFor } from "../instance-secret.ts";
import { openSealedText, sealText } from "../sealed-text.ts";

const channelKey = (secret: Uint8Array) => keyFor(secret, "channel url");

/** A channel's URL as it is stored: encrypted, and its origin, which may be shown. */
export function urlColumnsOf(secret: Uint8Array, text: string): { sealedUrl: string; origin: string } {
  const url = new URL(text);
  if (url.username !== "" || url.password !== "")
    throw new HeadroomError("parameter-unreadable", "The URL of a channel can't contain a user name.", {
      field: "url",
      fieldMessage: "Leave out the user name and password.",
    });
  return { sealedUrl: sealText(channelKey(secret), url.href), origin: url.origin };
}

/** Throws if the server's secret has been changed since. */
export function openUrl(secret: Uint8Array, sealed: string): string {
  return openSealedText(channelKey(secret), sealed);
}
