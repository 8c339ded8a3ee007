import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { renderAsync } from "@resvg/resvg-js";
import type { PictureWords } from "../picture-words.ts";
import { drawSvg } from "./draw-svg.ts";
import type { PictureFonts } from "./draw-svg.ts";
import { readFont } from "./read-font.ts";

const FILES = { regular: "inter-400.ttf", semibold: "inter-600.ttf" } as const;

/** Draws pictures with the fonts of a folder. Nothing is fetched, and no font of the machine is used. */
export class PictureMaker {
  readonly #files: readonly string[];
  #fonts: Promise<PictureFonts> | null = null;

  constructor(fontsDir: string) {
    this.#files = Object.values(FILES).map((file) => join(fontsDir, file));
  }

  /** A PNG. It is drawn in a thread, so other requests don't wait for it. */
  async make(words: PictureWords): Promise<Buffer> {
    const fonts = await (this.#fonts ??= this.#readFonts());
    const image = await renderAsync(drawSvg(words, fonts), {
      font: { loadSystemFonts: false, fontFiles: [...this.#files], defaultFontFamily: "Inter" },
    });
    return image.asPng();
  }

  async #readFonts(): Promise<PictureFonts> {
    const [regular, semibold] = await Promise.all(
      this.#files.map(async (file) => readFont(await readFile(file))),
    );
    if (regular === undefined || semibold === undefined) throw new Error("A font is missing.");
    return { regular, semibold };
  }
}
