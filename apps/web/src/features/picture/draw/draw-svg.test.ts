import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { NAMELESS } from "../picture-words.ts";
import type { PictureWords } from "../picture-words.ts";
import { drawable } from "./draw-svg.ts";
import { drawSvg, PICTURE } from "./draw-svg.ts";
import { fitText, isWithin } from "./fit-text.ts";
import { readFont } from "./read-font.ts";
import { PictureMaker } from "./render-picture.ts";

const fontsDir = join(import.meta.dirname, "../../../../fonts");
const fontOf = (file: string) => readFont(readFileSync(join(fontsDir, file)));
const fonts = { regular: fontOf("inter-400.ttf"), semibold: fontOf("inter-600.ttf") };
const words: PictureWords = {
  kind: "Run",
  title: "Peak mix, run 1",
  context: "A load test of Checkout · 5 Nov 2025",
  headline: "Misses its targets",
  tone: "bad",
  note: "One more target is missed.",
  foot: "As of today",
  figure: { value: "240 ms", beside: "target: p99 ≤ 200 ms" },
};
const textsOf = (svg: string) => [...svg.matchAll(/<text[^>]*>([^<]*)<\/text>/gu)].map(([, text]) => text);
const drawn = (changes: Partial<PictureWords>) => textsOf(drawSvg({ ...words, ...changes }, fonts));

describe("the font", () => {
  it("has the widths of Inter, and of each letter whether it is there", () => {
    // As fontTools reads them, of 2,048 units.
    expect(fonts.semibold.widthOf("Peak mix")).toBe(8_935 / 2_048);
    expect(fonts.semibold.widthOf("≤Ж□")).toBe(5_364 / 2_048);
    for (const letter of "Aé≤≥×→·…□ŁЖΩ₫") expect([letter, fonts.regular.has(letter)]).toEqual([letter, true]);
    for (const letter of "名ש🙂") expect([letter, fonts.regular.has(letter)]).toEqual([letter, false]);
  });
});

describe("text", () => {
  const fit = { font: fonts.regular, size: 30, width: 300 };

  it("breaks between words, and ends in an ellipsis where it doesn't fit", () => {
    const lines = fitText("a rather long sentence that needs more than two lines", { ...fit, lines: 2 });
    expect(lines).toHaveLength(2);
    expect(lines[0]).toBe("a rather long");
    expect(lines[1]).toMatch(/…$/);
    for (const line of lines) expect(isWithin(line, fit)).toBe(true);
  });

  it("breaks a word that is longer than a line", () => {
    const lines = fitText("x".repeat(5_000), { ...fit, lines: 3 });
    expect(lines).toHaveLength(3);
    for (const line of lines) expect(isWithin(line, fit)).toBe(true);
    expect(fitText("W", { ...fit, width: 1, lines: 2 })).toEqual(["W…"].map((one) => one.slice(0, 1)));
  });

  it("shows a box for letters that the font doesn't have, and nothing where that is all", () => {
    expect(drawable("支付 checkout 🙂", fonts.regular)).toBe("□ checkout □");
    expect(drawable("支付", fonts.regular)).toBeNull();
    expect(drawable("Łódź Ελλάδα Москва", fonts.regular)).toBe("Łódź Ελλάδα Москва");
    expect(drawable("e\u0301clair\u202e\u0000\ud800", fonts.regular)).toBe("éclair");
  });
});

describe("the drawing", () => {
  it("shows the kind, the name, the verdict, its figure and when that was", () => {
    expect(drawn({})).toEqual([
      "Headroom",
      "Run",
      "Peak mix, run 1",
      "A load test of Checkout · 5 Nov 2025",
      "Misses its targets",
      "240 ms",
      "target: p99 ≤ 200 ms",
      "One more target is missed.",
      "As of today",
    ]);
  });

  it("escapes names, which can contain anything", () => {
    const title = `</text><image href="file:///etc/passwd"/>&amp;'"]]><!--`;
    const svg = drawSvg({ ...words, title }, fonts);
    expect(svg).not.toContain("<image");
    expect(svg).not.toContain("<!--");
    expect(svg.match(/<text /gu)?.length).toBe(svg.match(/<\/text>/gu)?.length);
  });

  it("keeps everything inside, however long it is", () => {
    const long = "Checkout with a very long name ".repeat(40);
    const svg = drawSvg({ ...words, title: long, context: long, headline: long, note: long }, fonts);
    for (const [, x, y, size, text] of svg.matchAll(
      /<text x="(\d+)" y="(\d+)"[^>]*font-size="(\d+)"[^>]*>([^<]*)</gu,
    )) {
      expect(Number(y)).toBeLessThan(PICTURE.height);
      if (text === "Run") continue;
      expect(Number(x) + fonts.semibold.widthOf(text ?? "") * Number(size)).toBeLessThan(PICTURE.width);
    }
    const places = [...svg.matchAll(/ y="(\d+)"[^>]*font-size/gu)].map(([, y]) => Number(y));
    expect(places.filter((y) => y > 560)).toEqual([582]);
  });

  it("names nothing of a link that is locked or doesn't work", () => {
    expect(textsOf(drawSvg(NAMELESS, fonts))).toEqual([
      "Headroom",
      "Shared report",
      "Open the link to read it.",
    ]);
  });
});

it("makes a PNG of the size that previews ask for, with hostile words too", async () => {
  const maker = new PictureMaker(fontsDir);
  const sizeOf = (png: Buffer) => [png.readUInt32BE(16), png.readUInt32BE(20)];
  const hostile = `</svg>&#0;\u0000\ud800<script>`;
  const [usual, odd] = [
    await maker.make(words),
    await maker.make({ ...words, title: hostile, note: hostile }),
  ];
  expect(usual.subarray(1, 4).toString()).toBe("PNG");
  expect([sizeOf(usual), sizeOf(odd)]).toEqual([
    [PICTURE.width, PICTURE.height],
    [PICTURE.width, PICTURE.height],
  ]);
  expect(usual.equals(odd)).toBe(false);
});
