import { plural } from "@headroom/core/format";
import { CHANNEL_EVENTS } from "@headroom/contract";
import type {
  ChannelAnswer,
  ChannelEvent,
  ChannelKind,
  DeliveryState,
  ListedDelivery,
} from "@headroom/contract";
import { formatCount } from "@headroom/ui";

export const KIND_WORDS: Readonly<Record<ChannelKind, string>> = {
  webhook: "Webhook",
  slack: "Slack",
  teams: "Microsoft Teams",
  "google-chat": "Google Chat",
  discord: "Discord",
  pagerduty: "PagerDuty",
  opsgenie: "Opsgenie",
};

/** What its URL is, for those who have to find it. */
export const URL_HINTS: Readonly<Record<ChannelKind, string>> = {
  webhook: "Gets a signed POST with JSON.",
  slack: "Of an incoming webhook: https://hooks.slack.com/…",
  teams: "Of a workflow that posts to a channel when it receives a webhook request.",
  "google-chat": "Of a webhook of the space: https://chat.googleapis.com/…",
  discord: "Of a webhook of the channel: https://discord.com/api/webhooks/…",
  pagerduty:
    "Of an integration with the Events API v2: https://events.pagerduty.com/v2/enqueue?routing_key=… with its key.",
  opsgenie: "Of an API integration: https://api.opsgenie.com/v2/alerts?apiKey=… with its key.",
};

export const EVENT_WORDS: Readonly<Record<ChannelEvent, { label: string; hint: string }>> = {
  "run.finished": { label: "A run finishes", hint: "Every run, as soon as its outcome is known." },
  "run.regressed": { label: "A run regresses", hint: "From its baseline, beyond what chance explains." },
  "run.recovered": {
    label: "A run recovers",
    hint: "The run before had regressed, and this one no longer is.",
  },
  "slo.state": {
    label: "An SLO changes its state",
    hint: "Of SLOs whose alerts are on. Quiet hours and acknowledged alerts count here, too.",
  },
  "peak-day.state": {
    label: "Something is wrong on a peak day",
    hint: "While it runs: 85% of what is proven, a missed target, no data. And once it is over.",
  },
};

const RUN_EVENTS: Partial<Record<ChannelEvent, string>> = {
  "run.finished": "finished",
  "run.regressed": "regressed",
  "run.recovered": "recovered",
};
const OTHER_EVENTS: Partial<Record<ChannelEvent, string>> = {
  "slo.state": "SLO state changes",
  "peak-day.state": "peak days on which something is wrong",
};

export const STATE_WORDS: Readonly<Record<DeliveryState, string>> = {
  waiting: "Waiting",
  retrying: "Retrying",
  delivered: "Delivered",
  "given-up": "Given up",
};

/** "Runs that finished or regressed, SLO state changes" */
export function eventsText(events: readonly ChannelEvent[]): string {
  if (events.length === CHANNEL_EVENTS.length) return "Everything";
  const ofRuns = events.flatMap((event) => RUN_EVENTS[event] ?? []);
  const all = ofRuns.length === Object.keys(RUN_EVENTS).length;
  const runs = all ? "all events of runs" : `runs that ${ofRuns.join(" or ")}`;
  const others = events.flatMap((event) => OTHER_EVENTS[event] ?? []);
  const text = [...(ofRuns.length === 0 ? [] : [runs]), ...others].join(", ");
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** An SLO's own webhook. */
export function webhookText(slo: ListedDelivery["slo"]): string {
  return slo === null ? "Webhook of the SLO" : `Webhook of ${slo.name}`;
}

/** The page's sentence. */
export function channelsSentence(channels: readonly ChannelAnswer[]): { lead: string; rest: string } {
  if (channels.length === 0)
    return { lead: "No channels.", rest: "Nobody gets a message when a run finishes or regresses." };
  const failing = channels.filter(({ deliveries }) => deliveries.failingSince !== null).length;
  const lead = `${plural(channels.length, "channel")}.`;
  if (failing === 0) return { lead, rest: "None of them is failing." };
  return { lead, rest: `${formatCount(failing)} ${failing === 1 ? "is" : "are"} failing.` };
}

/** What came of the last attempt. */
export function resultText({ state, status, problem, attempts }: ListedDelivery): string {
  if (problem !== null && state !== "delivered")
    return attempts > 1 ? `${problem} ${plural(attempts, "attempt")}.` : problem;
  if (state !== "delivered") return "";
  return attempts > 1 ? `Answered ${status ?? ""} on attempt ${attempts}.` : `Answered ${status ?? ""}.`;
}

/** JSON with a line for each field; anything else as it is. */
export function readableBody(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
