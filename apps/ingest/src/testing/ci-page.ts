import { readFileSync } from "node:fs";

/** The code blocks of a section of a page of the docs, in order. The title of a page is its first section. */
export function blocksOf(title: string, page = "ci.md"): string[] {
  return [...sectionOf(title, page).matchAll(/^```\w+\n(.*?)^```/gms)].map(([, block = ""]) => block);
}

export function sectionOf(title: string, page = "ci.md"): string {
  const text = readFileSync(new URL(`../../../../docs/${page}`, import.meta.url), "utf8");
  const section = text.split(/^##? /m).find((one) => one.startsWith(`${title}\n`));
  if (section === undefined) throw new Error(`the page has no section "${title}"`);
  return section;
}
