import { describe, expect, it } from "vitest";
import type { ChatMessage } from "./chat-message.ts";
import { discordMessage } from "./discord.ts";
import { googleChatMessage } from "./google-chat.ts";
import { slackMessage } from "./slack.ts";
import { teamsMessage } from "./teams.ts";

const link = { words: "Open the run", url: "https://headroom.example/runs/1?a=1&b=2" };
const message: ChatMessage = { title: "Nightly: run 12 regressed", lines: ["p99: 112 ms before"], link };
const HOSTILE =
  "<!channel> <!here|x> @here <@U123> <users/all> <at>all</at> *b* _i_ [a](https://evil.example) <a href='x'>&";
const hostile: ChatMessage = { title: HOSTILE, lines: [HOSTILE], link };

describe("Slack", () => {
  it("gets blocks, and a text for notifications", () => {
    const plain = (text: string) => ({ type: "section", text: { type: "plain_text", text, emoji: false } });
    expect(slackMessage(message)).toEqual({
      text: "Nightly: run 12 regressed",
      blocks: [
        plain("Nightly: run 12 regressed"),
        plain("p99: 112 ms before"),
        {
          type: "section",
          text: { type: "mrkdwn", text: "<https://headroom.example/runs/1?a=1&amp;b=2|Open the run>" },
        },
      ],
      unfurl_links: false,
    });
  });

  it("pings nobody, whatever a run is called", () => {
    const { text, blocks } = slackMessage(hostile) as {
      text: string;
      blocks: { text: { type: string; text: string } }[];
    };
    expect(text).not.toMatch(/[<>]/);
    const formatted = blocks.filter((block) => block.text.type === "mrkdwn");
    expect(formatted.map((block) => block.text.text)).toEqual([
      "<https://headroom.example/runs/1?a=1&amp;b=2|Open the run>",
    ]);
  });
});

describe("Teams", () => {
  it("gets an adaptive card whose text is never read as markdown or as a mention", () => {
    const sent = teamsMessage(hostile) as { type: string; attachments: { content: { body: object[] } }[] };
    expect(sent.type).toBe("message");
    const body = sent.attachments[0]?.content.body ?? [];
    expect(body).toMatchObject([
      { type: "RichTextBlock", inlines: [{ type: "TextRun", text: HOSTILE, weight: "Bolder" }] },
      { type: "RichTextBlock", inlines: [{ type: "TextRun", text: HOSTILE }] },
    ]);
    expect(JSON.stringify(sent)).not.toMatch(/"TextBlock"|"msteams"|"entities"/);
    expect(sent.attachments[0]?.content).toMatchObject({
      actions: [{ type: "Action.OpenUrl", title: "Open the run", url: link.url }],
    });
  });
});

describe("Google Chat", () => {
  it("gets a card and a text, and pings nobody", () => {
    const sent = googleChatMessage(hostile) as {
      text: string;
      cardsV2: { card: { sections: { widgets: { textParagraph?: { text: string } }[] }[] } }[];
    };
    expect(sent.text).not.toMatch(/[<>*_]/);
    const widgets = sent.cardsV2[0]?.card.sections[0]?.widgets ?? [];
    const texts = widgets.flatMap(({ textParagraph }) => textParagraph?.text ?? []);
    expect(texts).toHaveLength(2);
    for (const text of texts) expect(text.replace(/^<b>|<\/b>$/g, "")).not.toMatch(/[<>]/);
    expect(widgets.at(-1)).toEqual({
      buttonList: { buttons: [{ text: "Open the run", onClick: { openLink: { url: link.url } } }] },
    });
  });
});

describe("Discord", () => {
  interface Sent {
    content: string;
    embeds: { title?: string; url?: string; description?: string }[];
    allowed_mentions: { parse: string[] };
  }

  it("gets a text for notifications, and an embed that links to the page", () => {
    expect(discordMessage({ ...message, lines: ["p99: 112 ms before", "at 12:30"] })).toEqual({
      content: "**Nightly: run 12 regressed**",
      embeds: [
        {
          title: "Open the run",
          url: "https://headroom.example/runs/1?a=1&b=2",
          description: "p99: 112 ms before\nat 12\\:30",
        },
      ],
      allowed_mentions: { parse: [] },
    });
    expect(discordMessage({ ...message, lines: [], link: null })).toMatchObject({ embeds: [] });
  });

  it("pings nobody, and reads no name as markdown, as a link or as an emoji", () => {
    const names = [
      `${HOSTILE} <@&1> <#1> <t:1> :smile: ||s|| \`c\` ~~d~~ \\*`,
      "# big",
      "> quoted",
      "- item",
      "http://evil.example",
    ];
    const sent = discordMessage({ ...hostile, lines: names }) as Sent;
    expect(sent.allowed_mentions).toEqual({ parse: [] });
    const texts = [sent.content.slice(2, -2), ...(sent.embeds[0]?.description ?? "").split("\n")];
    expect(texts).toHaveLength(6);
    for (const text of texts) {
      const unescaped = text.replaceAll(/\\[^A-Za-z0-9\s]/g, "");
      expect(unescaped).not.toMatch(/[\\*_~`|<>[\]#@]|:\S|^[-+] /);
    }
    expect(texts.slice(1).map((text) => text.replaceAll(/\\([^A-Za-z0-9\s])/g, "$1"))).toEqual(names);
  });

  it.each(["*", "\\", "a*", "\u{1F600}*"])("takes the longest message of %o", (filling) => {
    const text = filling.repeat(500);
    const sent = discordMessage({ title: text, lines: Array.from({ length: 20 }, () => text), link }) as Sent;
    const { title = "", description = "" } = sent.embeds[0] ?? {};
    expect(sent.content.length).toBeLessThanOrEqual(2_000);
    expect(description.length).toBeLessThanOrEqual(4_096);
    expect(sent.content.length + title.length + description.length).toBeLessThanOrEqual(6_000);
    expect(description).toContain("And 8 more.");
    for (const line of description.split("\n")) {
      expect(line.replaceAll(/\\[^A-Za-z0-9\s]/g, "")).not.toContain("\\");
      expect(line.isWellFormed()).toBe(true);
    }
  });
});

it.each([
  ["Slack", slackMessage, 3_000],
  ["Teams", teamsMessage, 28_000],
  ["Google Chat", googleChatMessage, 4_096],
  ["Discord", discordMessage, 4_096],
])("a long message is cut to what %s accepts", (_, write, most) => {
  const long = {
    title: "&".repeat(5_000),
    lines: Array.from({ length: 500 }, () => "&\n".repeat(2_000)),
    link,
  };
  const sent = write(long);
  expect(JSON.stringify(sent).length).toBeLessThan(28_000);
  const texts = JSON.stringify(sent).match(/"text":"[^"]*"/g) ?? [];
  for (const text of texts) expect(text.length).toBeLessThan(most + 10);
  expect(JSON.stringify(sent)).toContain("And 488 more.");
});

it("without a page, a message has no link", () => {
  for (const write of [slackMessage, teamsMessage, googleChatMessage, discordMessage])
    expect(JSON.stringify(write({ ...message, link: null }))).not.toContain("headroom.example");
});
