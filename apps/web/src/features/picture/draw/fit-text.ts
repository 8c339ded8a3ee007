import type { FontMetrics } from "./read-font.ts";

interface Fit {
  font: FontMetrics;
  size: number;
  width: number;
  lines: number;
}

const ELLIPSIS = "…";

/** Text in at most so many lines; what doesn't fit ends in an ellipsis, in a word if need be. */
export function fitText(text: string, { font, size, width, lines }: Fit): string[] {
  const fits = (line: string) => font.widthOf(line) * size <= width;
  const done: string[] = [];
  let rest = text.trim();
  while (rest !== "" && done.length < lines) {
    if (done.length === lines - 1) return [...done, fits(rest) ? rest : shortened(rest, fits)];
    const line = lineOf(rest, fits);
    done.push(line.trimEnd());
    rest = rest.slice(line.length).trimStart();
  }
  return done;
}

export function isWithin(text: string, { font, size, width }: Omit<Fit, "lines">): boolean {
  return font.widthOf(text) * size <= width;
}

type Fits = (line: string) => boolean;

/** As many words as fit; of a word that is longer than a line, as many letters. */
function lineOf(rest: string, fits: Fits): string {
  if (fits(rest)) return rest;
  const words = rest.split(/(?<= )/u);
  let line = "";
  for (const word of words) {
    if (!fits((line + word).trimEnd())) break;
    line += word;
  }
  return line === "" ? lettersOf(rest, fits) : line;
}

function shortened(rest: string, fits: Fits): string {
  return `${lettersOf(rest, (line) => fits(line.trimEnd() + ELLIPSIS)).trimEnd()}${ELLIPSIS}`;
}

/** At least one, so that no text takes forever. */
function lettersOf(rest: string, fits: Fits): string {
  const letters = Array.from(rest);
  let count = 1;
  while (count < letters.length && fits(letters.slice(0, count + 1).join(""))) count += 1;
  return letters.slice(0, count).join("");
}
