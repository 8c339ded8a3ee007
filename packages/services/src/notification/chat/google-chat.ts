import { shortened } from "./chat-message.ts";
import type { ChatMessage } from "./chat-message.ts";

/**
 * A card for an incoming webhook of Google Chat. Paragraphs are a subset of HTML, and `<users/all>` in the text would mention
 * everybody. https://developers.google.com/workspace/chat/format-messages
 */
export function googleChatMessage(message: ChatMessage): object {
  const { title, lines, link } = shortened(message);
  const paragraph = (text: string) => ({ textParagraph: { text } });
  const open = (words: string, url: string) => ({
    buttonList: { buttons: [{ text: words, onClick: { openLink: { url } } }] },
  });
  return {
    text: withoutMarks(title),
    cardsV2: [
      {
        cardId: "headroom",
        card: {
          sections: [
            {
              widgets: [
                paragraph(`<b>${escaped(title)}</b>`),
                ...lines.map((line) => paragraph(escaped(line))),
                ...(link === null ? [] : [open(link.words, link.url)]),
              ],
            },
          ],
        },
      },
    ],
  };
}

function escaped(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}

/** The text has no way to escape. Marks that look alike mean nothing there. */
function withoutMarks(text: string): string {
  const ALIKE: Readonly<Record<string, string>> = {
    "<": "‹",
    ">": "›",
    "*": "∗",
    _: "ˍ",
    "~": "∼",
    "`": "ˋ",
  };
  return text.replaceAll(/[<>*_~`]/g, (mark) => ALIKE[mark] ?? mark);
}
