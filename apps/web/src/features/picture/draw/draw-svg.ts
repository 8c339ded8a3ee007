import type { PictureTone, PictureWords } from "../picture-words.ts";
import { fitText, isWithin } from "./fit-text.ts";
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
function escapeXml(text: string): string {
  return text.replace(/[&<>"']/gu, (sign) => `&#${sign.codePointAt(0)};`);
}

/** The size that link previews ask for. */
export const PICTURE = { width: 1_200, height: 630 } as const;

/** The light theme's, because a picture doesn't know where it is shown. */
const INK = { strong: "#14181b", middle: "#42484e", weak: "#626870", canvas: "#f5f4f0", line: "#c8c4b8" };
const TONES: Record<PictureTone, string> = {
  good: "#0a6b53",
  unsure: "#7f5600",
  bad: "#b3301a",
  neutral: "#14181b",
};

export interface PictureFonts {
  regular: FontMetrics;
  semibold: FontMetrics;
}

const LEFT = 80;
const RIGHT = PICTURE.width - 64;
const ROOM = RIGHT - LEFT;
const FOOT = 582;

interface Style {
  size: number;
  weight: "regular" | "semibold";
  fill: string;
}

/** The picture as SVG, whose text is placed line by line: SVG breaks none. */
export function drawSvg(words: PictureWords, fonts: PictureFonts): string {
  const tone = TONES[words.tone];
  const parts = [headOf(words), ...bodyOf(words, fonts, tone)];
  if (words.foot !== "")
    parts.push(line(words.foot, { y: FOOT, size: 24, weight: "regular", fill: INK.weak }));
  const { width, height } = PICTURE;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    `<rect width="${width}" height="${height}" fill="${INK.canvas}"/>`,
    `<rect width="24" height="${height}" fill="${tone}"/>`,
    ...parts,
    "</svg>",
  ].join("");
}

/** The brand's mark and name, and what kind of thing it is. */
function headOf({ kind }: PictureWords): string {
  const mark = `<g transform="translate(${LEFT - 3} 48) scale(1.5)" fill="${INK.strong}"><rect x="2" y="3" width="20" height="3" rx="1"/><path d="M2 21v-2.2c5.2 0 5.6-8.3 10-8.3s4.8 8.3 10 8.3V21z"/></g>`;
  const name = line("Headroom", { x: LEFT + 48, y: 76, size: 28, weight: "semibold", fill: INK.strong });
  const what = `<text x="${RIGHT}" y="76" text-anchor="end" ${look({ size: 26, weight: "regular", fill: INK.weak })}>${escapeXml(kind)}</text>`;
  const rule = `<rect x="${LEFT}" y="104" width="${ROOM}" height="2" fill="${INK.line}"/>`;
  return mark + name + (kind === "" ? "" : what) + rule;
}

/** Title, verdict, figure and note below each other, each as far as there is room. */
function bodyOf(words: PictureWords, fonts: PictureFonts, tone: string): string[] {
  const flow = new Flow(fonts, words.title === null ? 240 : 124);
  const title = words.title === null ? null : drawable(words.title, fonts.semibold);
  if (title !== null) flow.add(title, { size: 42, weight: "semibold", fill: INK.strong }, { lines: 2 });
  flow.addGap(8);
  flow.add(words.context, { size: 26, weight: "regular", fill: INK.middle });
  flow.addGap(34);
  const big = isWithin(words.headline, { font: fonts.semibold, size: 84, width: ROOM });
  flow.add(words.headline, { size: big ? 84 : 50, weight: "semibold", fill: tone }, { lines: big ? 1 : 2 });
  if (words.figure !== null) flow.addFigure(words.figure);
  flow.addGap(16);
  flow.fill(words.note, { size: 27, weight: "regular", fill: INK.middle });
  return flow.parts;
}

class Flow {
  readonly parts: string[] = [];
  readonly #fonts: PictureFonts;
  #y: number;

  constructor(fonts: PictureFonts, top: number) {
    this.#fonts = fonts;
    this.#y = top;
  }

  addGap(height: number) {
    this.#y += height;
  }

  add(text: string, style: Style, { lines = 1 } = {}) {
    const font = this.#fonts[style.weight];
    const shown = drawable(text, font);
    if (shown === null) return;
    for (const words of fitText(shown, { font, size: style.size, width: ROOM, lines })) {
      this.#y += Math.round(style.size * 1.24);
      this.parts.push(line(words, { ...style, y: this.#y }));
    }
  }

  /** In the lines that are left above the foot. */
  fill(text: string, style: Style) {
    const left = Math.floor((FOOT - 44 - this.#y) / Math.round(style.size * 1.24));
    if (left > 0) this.add(text, style, { lines: Math.min(left, 3) });
  }

  /** The figure in strong type, and what it is compared with beside it. */
  addFigure({ value, beside }: NonNullable<PictureWords["figure"]>) {
    const { regular, semibold } = this.#fonts;
    const shown = drawable(value, semibold);
    if (shown === null) return;
    this.#y += 70;
    this.parts.push(line(shown, { y: this.#y, size: 44, weight: "semibold", fill: INK.strong }));
    const x = LEFT + Math.ceil(semibold.widthOf(shown) * 44) + 20;
    const [words] = fitText(drawable(beside, regular) ?? "", {
      font: regular,
      size: 30,
      width: RIGHT - x,
      lines: 1,
    });
    if (words !== undefined)
      this.parts.push(line(words, { x, y: this.#y, size: 30, weight: "regular", fill: INK.middle }));
  }
}

function line(text: string, { x = LEFT, y, ...style }: Style & { x?: number; y: number }): string {
  return `<text x="${x}" y="${y}" ${look(style)}>${escapeXml(text)}</text>`;
}

function look({ size, weight, fill }: Style): string {
  return `font-family="Inter" font-weight="${weight === "semibold" ? 600 : 400}" font-size="${size}" fill="${fill}"`;
}
