import type { FontMetrics } from "./read-font.ts";

/** Replaces letters that the font doesn't have, as in browsers. */
const BOX = "□";
const MOST_LETTERS = 400;

/** Text as the font can draw it. Null: nothing of it would be readable. */
export function drawable(text: string, font: FontMetrics): string | null {
  const letters = Array.from(text.slice(0, 4 * MOST_LETTERS).normalize("NFC")).slice(0, MOST_LETTERS);
  const shown = letters.flatMap((letter) => {
    if (/\s/u.test(letter)) return [" "];
    // Invisible: what joins or turns letters, or means nothing at all.
    if (/[\p{C}\p{M}]/u.test(letter)) return [];
    return [font.has(letter) ? letter : BOX];
  });
  const joined = shown.join("").replace(/□+/gu, BOX).trim();
  return /[\p{L}\p{N}]/u.test(joined) ? joined : null;
}

/** Between tags and in attributes of SVG. `drawable` has removed what XML can't contain. */
export function escapeXml(text: string): string {
  return text.replace(/[&<>"']/gu, (sign) => `&#${sign.codePointAt(0)};`);
}
