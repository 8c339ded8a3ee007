import type { Mail } from "../mail/mail.ts";
import { letterOf } from "./letter.ts";
import type { Addresses, Letter, Line } from "./letter.ts";
import { pageOf } from "./page.ts";
import type { Week } from "./week.ts";

interface WeeklyWords {
  to: string;
  week: Week;
  webUrl: string;
  /** The page that asks whether to stop; what is posted below it stops the mail. */
  stopUrl: string;
}

export function weeklyMail({ to, week, webUrl, stopUrl }: WeeklyWords): Mail {
  const letter = letterOf(week, webUrl);
  const { headline, workspace } = letter;
  const addresses = { overviewUrl: `${webUrl}/`, accountUrl: `${webUrl}/account`, stopUrl };
  return {
    to,
    subject: `${workspace}: ${headline.charAt(0).toLowerCase()}${headline.slice(1)}`,
    text: textOf(letter, addresses),
    html: pageOf(letter, addresses),
    headers: unsubscribeHeaders(`${stopUrl}/stop`),
  };
}

/** RFC 8058: mail programs offer a button. They post to this address, and only if it is encrypted. */
function unsubscribeHeaders(url: string): Record<string, string> {
  const post: Record<string, string> = url.startsWith("https:")
    ? { "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" }
    : {};
  return { "List-Unsubscribe": `<${url}>`, ...post };
}

function textOf(
  { workspace, headline, period, facts, sections }: Letter,
  { overviewUrl, accountUrl, stopUrl }: Addresses,
): string {
  const parts = sections.map(({ title, lines, note }) =>
    [`${title}\n${"-".repeat(title.length)}`, ...lines.map(lineText), ...(note === null ? [] : [note])].join(
      "\n",
    ),
  );
  return [
    `${headline}.`,
    `${workspace}, ${period}`,
    facts.join("\n"),
    ...parts,
    `Overview: ${overviewUrl}`,
    `You get this mail on Mondays because you turned it on in your account: ${accountUrl}\nStop it: ${stopUrl}`,
  ].join("\n\n");
}

function lineText({ name, beside, words, href }: Line): string {
  return `* ${name}${beside === null ? "" : ` (${beside})`}: ${words}\n  ${href}`;
}
