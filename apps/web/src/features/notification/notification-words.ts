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
};

/** What its URL is, for those who have to find it. */
export const URL_HINTS: Readonly<Record<ChannelKind, string>> = {
  webhook: "Gets a signed POST with JSON.",
  slack: "Of an incoming webhook: https://hooks.slack.com/…",
  teams: "Of a workflow that posts to a channel when it receives a webhook request.",
  "google-chat": "Of a webhook of the space: https://chat.googleapis.com/…",
  discord: "Of a webhook of the channel: https://discord.com/api/webhooks/…",
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
};

const RUN_EVENTS: readonly { event: ChannelEvent; name: string }[] = [
  { event: "run.finished", name: "finished" },
  { event: "run.regressed", name: "regressed" },
  { event: "run.recovered", name: "recovered" },
];

export const STATE_WORDS: Readonly<Record<DeliveryState, string>> = {
  waiting: "Waiting",
  retrying: "Retrying",
  delivered: "Delivered",
  "given-up": "Given up",
};

/** "Runs that finished or regressed, SLOs that change their state" */
export function eventsText(events: readonly ChannelEvent[]): string {
  if (events.length === CHANNEL_EVENTS.length) return "Everything";
  const ofRuns = RUN_EVENTS.filter(({ event }) => events.includes(event)).map(({ name }) => name);
  const runs =
    ofRuns.length === RUN_EVENTS.length ? "All events of runs" : `Runs that ${ofRuns.join(" or ")}`;
  const slos = "SLOs that change their state";
  if (!events.includes("slo.state")) return runs;
  return ofRuns.length === 0 ? slos : `${runs}, ${slos}`;
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
