/** What laying out text needs of a font. */
export interface FontMetrics {
  /** Of text at a font size of 1; kerning makes it a little narrower. */
  widthOf: (text: string) => number;
  has: (letter: string) => boolean;
}

/** Reads the widths of a TrueType font's letters: of cmap (format 4), hmtx, hhea and head. */
export function readFont(file: Buffer): FontMetrics {
  const tables = tablesOf(file);
  const at = (name: string) => tables.get(name) ?? fail(`no table ${name}`);
  const unitsPerEm = file.readUInt16BE(at("head") + 18);
  const measured = file.readUInt16BE(at("hhea") + 34);
  const hmtx = at("hmtx");
  const glyphs = glyphsOf(file, at("cmap"));
  // Every later glyph is as wide as the last one that has a width.
  const advance = (glyph: number) => file.readUInt16BE(hmtx + 4 * Math.min(glyph, measured - 1));
  const glyphOf = (letter: string) => glyphs.get(letter.codePointAt(0) ?? 0);
  return {
    widthOf: (text) =>
      Array.from(text).reduce((sum, one) => sum + advance(glyphOf(one) ?? 0), 0) / unitsPerEm,
    has: (letter) => glyphOf(letter) !== undefined,
  };
}

function tablesOf(file: Buffer): Map<string, number> {
  const count = file.readUInt16BE(4);
  return new Map(
    Array.from({ length: count }, (_, index) => {
      const entry = 12 + 16 * index;
      return [file.toString("latin1", entry, entry + 4), file.readUInt32BE(entry + 8)] as const;
    }),
  );
}

/** The glyph of each letter of the Basic Multilingual Plane. */
function glyphsOf(file: Buffer, cmap: number): Map<number, number> {
  const table = formatFour(file, cmap);
  const segments = file.readUInt16BE(table + 6) / 2;
  const [ends, starts] = [table + 14, table + 16 + 2 * segments];
  const [deltas, offsets] = [starts + 2 * segments, starts + 4 * segments];
  const glyphs = new Map<number, number>();
  for (let segment = 0; segment < segments; segment += 1) {
    const of = (list: number) => file.readUInt16BE(list + 2 * segment);
    const offset = of(offsets);
    for (let code = of(starts); code <= of(ends) && code < 0xffff; code += 1) {
      const place = offsets + 2 * segment + offset + 2 * (code - of(starts));
      const found = offset === 0 ? code : file.readUInt16BE(place);
      const glyph = found === 0 ? 0 : (found + of(deltas)) % 0x10000;
      if (glyph !== 0) glyphs.set(code, glyph);
    }
  }
  return glyphs;
}

function formatFour(file: Buffer, cmap: number): number {
  const count = file.readUInt16BE(cmap + 2);
  for (let index = 0; index < count; index += 1) {
    const table = cmap + file.readUInt32BE(cmap + 4 + 8 * index + 4);
    if (file.readUInt16BE(table) === 4) return table;
  }
  return fail("no cmap of format 4");
}

function fail(reason: string): never {
  throw new Error(`This font can't be read: ${reason}.`);
}
