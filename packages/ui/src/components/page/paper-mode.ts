/** The light theme and the width of paper; returns the way back. */
export function lightenForPaper(): () => void {
  const { dataset } = document.documentElement;
  const { theme } = dataset;
  dataset["paper"] = "";
  dataset["theme"] = "light";
  return () => {
    delete dataset["paper"];
    if (theme === undefined) delete dataset["theme"];
    else dataset["theme"] = theme;
  };
}

/** Puts the page's name at the foot of each sheet of paper, where a browser can do that; returns the way back. */
export function namePages(name: string): () => void {
  const style = new CSSStyleSheet();
  style.replaceSync(`@page { @bottom-left { content: ${cssString(name)}; } }`);
  document.adoptedStyleSheets.push(style);
  return () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== style);
  };
}

const MOST_NAMED = 90;

/** A string in a style sheet. Names come from people, so whatever could end the string is escaped. */
export function cssString(text: string): string {
  const letters = Array.from(text);
  const shown = letters.length > MOST_NAMED ? [...letters.slice(0, MOST_NAMED - 1), "…"] : letters;
  const escaped = shown.map((letter) =>
    /["\\<\p{Cc}]/u.test(letter) ? `\\${letter.codePointAt(0)?.toString(16)} ` : letter,
  );
  return `"${escaped.join("")}"`;
}
