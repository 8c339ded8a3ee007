import { shortened } from "./chat-message.ts";
import type { ChatMessage } from "./chat-message.ts";

/**
 * An adaptive card for a Teams workflow that posts to a channel when it receives a webhook. Text runs are shown as they are: a
 * text block would read them as markdown. https://adaptivecards.io/explorer/RichTextBlock.html
 */
export function teamsMessage(message: ChatMessage): object {
  const { title, lines, link } = shortened(message);
  const rich = (text: string, more: object = {}) => ({
    type: "RichTextBlock",
    inlines: [{ type: "TextRun", text, ...more }],
  });
  return {
    type: "message",
    attachments: [
      {
        contentType: "application/vnd.microsoft.card.adaptive",
        contentUrl: null,
        content: {
          $schema: "http://adaptivecards.io/schemas/adaptive-card.json",
          type: "AdaptiveCard",
          version: "1.4",
          body: [rich(title, { weight: "Bolder", size: "Medium" }), ...lines.map((line) => rich(line))],
          actions: link === null ? [] : [{ type: "Action.OpenUrl", title: link.words, url: link.url }],
        },
      },
    ],
  };
}
