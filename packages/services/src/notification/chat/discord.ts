import { shortened } from "./chat-message.ts";
import type { ChatMessage } from "./chat-message.ts";

/** Discord takes 4,096 characters of an embed's description, and refuses a message with more. Thirteen lines have to fit. */
const MAX_ESCAPED_LINE = 310;
/** It takes 2,000 of a message's content. */
const MAX_ESCAPED_TITLE = 1_900;

/**
 * A message for a webhook of Discord: its content is what notifications show, and an embed has the rest. Both are markdown, so
 * what means something there is escaped, and mentions are off. https://docs.discord.com/developers/resources/webhook
 */
export function discordMessage(message: ChatMessage): object {
  const { title, lines, link } = shortened(message);
  const embed = {
    ...(link === null ? {} : { title: link.words, url: link.url }),
    ...(lines.length === 0
      ? {}
      : { description: lines.map((line) => escaped(line, MAX_ESCAPED_LINE)).join("\n") }),
  };
  return {
    content: `**${escaped(title, MAX_ESCAPED_TITLE)}**`,
    embeds: Object.keys(embed).length === 0 ? [] : [embed],
    allowed_mentions: { parse: [] },
  };
}

/** A colon can be part of a link or of an emoji, unless a space follows it. */
const MARKS = /[\\*_~`|<>[\]#@]|:(?=\S)|^[-+](?=\s)/g;

function escaped(text: string, most: number): string {
  const whole = text.replaceAll(MARKS, String.raw`\$&`);
  if (whole.length <= most) return whole;
  // Not between a mark and what escapes it.
  const cut = whole.slice(0, most - 1).replace(/(?<!\\)((?:\\\\)*)\\$/, "$1");
  return `${cut.toWellFormed()}…`;
}
