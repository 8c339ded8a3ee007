import type { ChannelKind } from "@headroom/contract";
import { discordMessage } from "./chat/discord.ts";
import { googleChatMessage } from "./chat/google-chat.ts";
import { slackMessage } from "./chat/slack.ts";
import { teamsMessage } from "./chat/teams.ts";
import { opsgenieMessage } from "./pager/opsgenie.ts";
import type { Envelope, PagedMessage } from "./pager/paged-message.ts";
import { pagerDutyMessage } from "./pager/pagerduty.ts";

/** Something to tell a channel of. Its title says all of it in one line. */
export interface Notice extends PagedMessage {
  /** "run.finished", "test" */
  type: string;
  /** What programs get. */
  body(envelope: Envelope): object;
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
