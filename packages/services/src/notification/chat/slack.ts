import { shortened } from "./chat-message.ts";
import type { ChatMessage } from "./chat-message.ts";

/** Slack's own limit of a section. */
const MAX_SECTION = 3_000;

/**
 * A message for an incoming webhook of Slack. Plain text is never read as a mention or as a format; only what has a link is
 * mrkdwn, and holds no name. https://docs.slack.dev/messaging/formatting-message-text
 */
export function slackMessage(message: ChatMessage): object {
  const { title, lines, link } = shortened(message);
  const plain = (text: string) => ({ type: "plain_text", text: text.slice(0, MAX_SECTION), emoji: false });
  const section = (text: object) => ({ type: "section", text });
  return {
    // What notifications and screen readers say. It is mrkdwn.
    text: escaped(title),
    blocks: [
      section(plain(title)),
      ...(lines.length === 0 ? [] : [section(plain(lines.join("\n")))]),
      ...(link === null ? [] : [section({ type: "mrkdwn", text: `<${escaped(link.url)}|${link.words}>` })]),
    ],
    unfurl_links: false,
  };
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
