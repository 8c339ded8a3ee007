import type { Passage } from "./check-text.ts";

const CODE = [
  /^(`{3,}|~{3,})[^\n]*\n[\s\S]*?^\1[^\n]*$/gm,
  /(`+)(?!`)[\s\S]*?[^`]\1(?!`)/g,
  /^---\n[\s\S]*?\n---$/g,
];

/** What people read of a page: everything except its code. Line numbers stay. */
export function readMarkdown(content: string): Passage[] {
  const prose = CODE.reduce((text, code) => text.replaceAll(code, blank), content);
  return [{ text: prose, line: 1 }];
}

/** As many lines as before, and one word that no phrase contains. */
function blank(code: string): string {
  return `…${"\n".repeat(code.split("\n").length - 1)}`;
}
