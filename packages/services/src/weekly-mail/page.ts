import type { Addresses, Letter, Line } from "./letter.ts";

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** People choose the names in a mail. */
function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? "");
}

// Mail programs read a style sheet in the head, or none: it has to be readable either way.
const STYLE = `
body { margin: 0; background: #f5f4f0; color: #14181b; font: 15px/23px system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
main { max-width: 600px; margin: 0 auto; padding: 28px 20px 36px; overflow-wrap: anywhere; }
h1 { margin: 0; font-size: 24px; line-height: 31px; font-weight: 600; letter-spacing: -0.015em; }
h2 { margin: 28px 0 8px; padding-top: 16px; border-top: 1px solid #e3e0d8; font-size: 15px; line-height: 23px; font-weight: 600; }
p { margin: 4px 0 0; }
ul { margin: 0; padding: 0; list-style: none; }
li { margin: 0 0 10px; }
.facts { margin-top: 14px; }
.facts li { margin: 0; }
.quiet { color: #626870; font-size: 13px; line-height: 20px; }
footer { margin-top: 28px; padding-top: 16px; border-top: 1px solid #e3e0d8; }
a { color: #12588a; }
@media (prefers-color-scheme: dark) {
  body { background: #0e1113; color: #eef0f1; }
  h2, footer { border-color: #262c31; }
  .quiet { color: #8f989f; }
  a { color: #7cb9e8; }
}`;

export function pageOf(
  { workspace, headline, period, facts, sections }: Letter,
  { overviewUrl, accountUrl, stopUrl }: Addresses,
): string {
  const title = `${escapeHtml(headline)}.`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>${STYLE}
</style>
</head>
<body>
<main>
<h1>${title}</h1>
<p class="quiet"><bdi>${escapeHtml(workspace)}</bdi>, ${escapeHtml(period)}</p>
<ul class="facts">
${facts.map((fact) => `<li>${escapeHtml(fact)}</li>`).join("\n")}
</ul>
${sections.map(sectionHtml).join("\n")}
<footer class="quiet">
<p>${link(overviewUrl, "Open the overview")}</p>
<p>You get this mail on Mondays because you turned it on in ${link(accountUrl, "your account")}. ${link(stopUrl, "Stop it")}</p>
</footer>
</main>
</body>
</html>
`;
}

function sectionHtml({ title, lines, note }: Letter["sections"][number]): string {
  return [
    `<h2>${escapeHtml(title)}</h2>`,
    ...(lines.length === 0 ? [] : [`<ul>\n${lines.map(lineHtml).join("\n")}\n</ul>`]),
    ...(note === null ? [] : [`<p class="quiet">${escapeHtml(note)}</p>`]),
  ].join("\n");
}

function lineHtml({ name, beside, words, href }: Line): string {
  const place = beside === null ? "" : ` <span class="quiet"><bdi>${escapeHtml(beside)}</bdi></span>`;
  return `<li>${link(href, name)}${place}<br>${escapeHtml(words)}</li>`;
}

function link(href: string, text: string): string {
  return `<a href="${escapeHtml(href)}"><bdi>${escapeHtml(text)}</bdi></a>`;
}
