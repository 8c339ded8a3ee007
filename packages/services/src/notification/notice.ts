import type { ChannelKind } from "@headroom/contract";
import type { ChatMessage } from "./chat/chat-message.ts";
import { discordMessage } from "./chat/discord.ts";
import { googleChatMessage } from "./chat/google-chat.ts";
import { slackMessage } from "./chat/slack.ts";
import { teamsMessage } from "./chat/teams.ts";
import { opsgenieMessage } from "./pager/opsgenie.ts";
import { pagerDutyMessage } from "./pager/pagerduty.ts";

/** The same for every attempt, and when a message is sent again. */
export interface Envelope {
  delivery: string;
  at: string;
}

/** Something to tell a channel of. Its title says all of it in one line. */
export interface Notice extends ChatMessage {
  /** "run.finished", "test" */
  type: string;
  /** What programs get. */
  body(envelope: Envelope): object;
  /** For those who are paged; null or missing: it isn't about something that begins and ends. */
  incident?: Incident | null;
}

export interface Incident {
  /** The same for all messages about it. */
  key: string;
  isOver: boolean;
  /** Somebody has to get up for it. */
  isUrgent: boolean;
  /** The service, by name. */
  source: string;
}

const WRITERS: Record<ChannelKind, (notice: Notice, envelope: Envelope) => object> = {
  webhook: (notice, envelope) => notice.body(envelope),
  slack: slackMessage,
  teams: teamsMessage,
  "google-chat": googleChatMessage,
  discord: discordMessage,
  pagerduty: pagerDutyMessage,
  opsgenie: opsgenieMessage,
};

export function writeNotice(kind: ChannelKind, notice: Notice, envelope: Envelope): string {
  return JSON.stringify(WRITERS[kind](notice, envelope));
}
