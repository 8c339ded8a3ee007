const FAMILY = "Inter Variable";

let found: Promise<string> | undefined;

/** The font that the page loaded, as a style that can be embedded in a picture; empty if it cannot be read. */
export function fontStyleText(): Promise<string> {
  found ??= readFont().catch(() => "");
  return found;
}

async function readFont(): Promise<string> {
  const address = fontAddress();
  if (!address) return "";
  const answer = await fetch(address);
  if (!answer.ok) return "";
  const bytes = new Uint8Array(await answer.arrayBuffer());
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return `@font-face{font-family:"${FAMILY}";font-weight:100 900;src:url(data:font/woff2;base64,${btoa(binary)}) format("woff2")}`;
}

/** The part of the font that holds Latin letters and figures. */
function fontAddress(): string | null {
  for (const sheet of document.styleSheets) {
    const rule = [...rulesOf(sheet)].find(
      (candidate) =>
        candidate instanceof CSSFontFaceRule &&
        candidate.style.getPropertyValue("font-family").includes(FAMILY) &&
        holdsLatin(candidate.style.getPropertyValue("unicode-range")),
    );
    if (!(rule instanceof CSSFontFaceRule)) continue;
    const source = /url\(["']?([^"')]+)/.exec(rule.style.getPropertyValue("src"))?.[1];
    if (source) return new URL(source, sheet.href ?? location.href).href;
  }
  return null;
}

/** A sheet of another origin may not be read. */
function rulesOf(sheet: CSSStyleSheet): Iterable<CSSRule> {
  try {
    return sheet.cssRules;
  } catch {
    return [];
  }
}

/** Whether the range includes Latin; a rule without a range covers everything. */
export function holdsLatin(range: string): boolean {
  return range === "" || /U\+0{1,6}-/i.test(range);
}
