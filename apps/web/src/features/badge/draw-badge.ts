import type { BadgeState } from "@headroom/services";
import { formatDate } from "@headroom/core/format";

const MAX_NAME = 40;
const HEIGHT = 20;
const PADDING = 6;
const FONT_SIZE = 11;

/** White text on each has at least 4.5 : 1. */
const GROUNDS: Record<BadgeState["tone"], string> = {
  good: "#1f7a4d",
  bad: "#b3261e",
  unsure: "#8a5a00",
  neutral: "#5c6470",
};

/** An SVG that needs nothing from elsewhere: pages that embed it allow no fonts, styles or scripts. */
export function drawBadge({ name, words, tone, ranAt }: BadgeState & { name: string }): string {
  const said = ranAt === null ? words : `${words}, ${formatDate(ranAt, "UTC")}`;
  const letters = lettersOf(name);
  const short = letters.length > MAX_NAME ? `${letters.slice(0, MAX_NAME - 1).join("")}…` : name;
  const [left, right] = [boxOf(short), boxOf(said)];
  const width = left.width + right.width;
  const title = escapeXml(`${name}: ${said}`);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${HEIGHT}" role="img" aria-label="${title}">`,
    `<title>${title}</title>`,
    `<clipPath id="r"><rect width="${width}" height="${HEIGHT}" rx="3"/></clipPath>`,
    `<g clip-path="url(#r)"><rect width="${left.width}" height="${HEIGHT}" fill="#333a44"/>`,
    `<rect x="${left.width}" width="${right.width}" height="${HEIGHT}" fill="${GROUNDS[tone]}"/></g>`,
    `<g fill="#fff" font-family="Verdana,DejaVu Sans,Geneva,sans-serif" font-size="${FONT_SIZE}">`,
    textAt(PADDING, left.text, short),
    textAt(left.width + PADDING, right.text, said),
    "</g></svg>",
  ].join("");
}

/** As people count them. */
function lettersOf(text: string): string[] {
  return Array.from(new Intl.Segmenter("en").segment(text), ({ segment }) => segment);
}

interface Box {
  /** Of the text alone. */
  text: number;
  /** With the space around it. */
  width: number;
}

function boxOf(text: string): Box {
  const length = Math.ceil(lettersOf(text).reduce((sum, letter) => sum + widthOf(letter), 0));
  return { text: length, width: length + 2 * PADDING };
}

/** About as wide as the fonts above; `textLength` makes up for the rest. */
function widthOf(letter: string): number {
  if (/[ijlfrtI.,:;'|!()[\]/ -]/.test(letter)) return 4.3;
  if (/[mwMW@%]/.test(letter)) return 10.4;
  if (/[A-Z]/.test(letter)) return 7.7;
  return /[\x21-\x7e]/.test(letter) ? 6.8 : FONT_SIZE;
}

function textAt(x: number, length: number, text: string): string {
  return `<text x="${x}" y="14" textLength="${length}" lengthAdjust="spacingAndGlyphs">${escapeXml(text)}</text>`;
}

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** XML has no way to write some characters at all. */
function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\uFFFE\uFFFF]/gu, "\uFFFD")
    .replaceAll(/[&<>"]/g, (letter) => ENTITIES[letter] ?? letter);
}
