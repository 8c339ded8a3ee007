import type { SloAlertFields } from "@headroom/contract";
import type { QuietHours } from "@headroom/core";
import type { SloAlertModel } from "@headroom/db";
import { requireTimeZone } from "../peak-day/read-moment.ts";
import { requireReachable } from "../notification/channel-url.ts";
import type { WebhookSettings } from "../notification/channel-url.ts";
import { refusal } from "./slo-input.ts";

const MINUTES = 60;

/** Where and when people are notified, as columns. */
export function alertColumnsOf(
  { emails, webhookUrl, quietHours }: SloAlertFields,
  webhooks: WebhookSettings,
) {
  if (quietHours !== null) {
    requireTimeZone(quietHours.timeZone);
    if (quietHours.from === quietHours.to)
      throw refusal("quietHours", "Quiet hours can't begin and end at the same time.");
  }
  if (webhookUrl !== null && new URL(webhookUrl).username !== "")
    throw refusal("webhookUrl", "The URL of a webhook can't contain a user name.");
  // One that was saved under other settings comes back with whatever else is changed.
  if (webhookUrl !== null)
    requireReachable(webhookUrl, "webhookUrl", webhooks, "Enter a public address, leave the URL out");
  return {
    emails: [...new Set(emails)],
    webhookUrl,
    quietFrom: quietHours === null ? null : minuteOf(quietHours.from),
    quietTo: quietHours === null ? null : minuteOf(quietHours.to),
    quietZone: quietHours?.timeZone ?? null,
  };
}

export function quietHoursOf({ quietFrom, quietTo, quietZone }: SloAlertModel): QuietHours | null {
  if (quietFrom === null || quietTo === null || quietZone === null) return null;
  return { fromMinute: quietFrom, toMinute: quietTo, timeZone: quietZone };
}

export function clockText(minute: number): string {
  const two = (value: number) => String(value).padStart(2, "0");
  return `${two(Math.floor(minute / MINUTES))}:${two(minute % MINUTES)}`;
}

function minuteOf(text: string): number {
  const [hours = 0, minutes = 0] = text.split(":").map(Number);
  return hours * MINUTES + minutes;
}
