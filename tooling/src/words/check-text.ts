import { refused } from "./refused.ts";

/** Text that people read, and where it starts. */
export interface Passage {
  text: string;
  line: number;
}

export interface WordFinding {
  line: number;
  found: string;
  message: string;
}

/** Every refused phrase in a passage. A phrase may continue on the next line. */
export function checkText({ text, line }: Passage): WordFinding[] {
  return refused.flatMap(({ pattern, write }) =>
    [...text.matchAll(new RegExp(acrossLines(pattern), "gi"))].map((match) => ({
      line: line + newlinesIn(text.slice(0, match.index)),
      found: match[0].replaceAll(/\s+/g, " "),
      message: `write ${write}`,
    })),
  );
}

function acrossLines(pattern: RegExp): string {
  return pattern.source.replaceAll(" ", String.raw`\s+`);
}

function newlinesIn(text: string): number {
  return text.split("\n").length - 1;
}
