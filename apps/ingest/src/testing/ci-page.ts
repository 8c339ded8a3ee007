import { readFileSync } from "node:fs";

const PAGE = readFileSync(new URL("../../../../docs/ci.md", import.meta.url), "utf8");

/** The code blocks of a section of the page about CI, in order. */
export function blocksOf(title: string): string[] {
  return [...sectionOf(title).matchAll(/^```\w+\n(.*?)^```/gms)].map(([, block = ""]) => block);
}

export function sectionOf(title: string): string {
  const section = PAGE.split(/^## /m).find((text) => text.startsWith(`${title}\n`));
  if (section === undefined) throw new Error(`the page has no section "${title}"`);
  return section;
}
