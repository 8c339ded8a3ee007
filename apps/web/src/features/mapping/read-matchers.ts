import type { OwnSourceInput } from "@headroom/contract";

type Matcher = OwnSourceInput["parts"][number]["matchers"][number];

/** `tag = a | b` or `tag != a`; what is wrong if it can't be read. */
const LINE = /^([^=!]+?)\s*(!?=)(.*)$/;

/** From text with one condition in each line; returns what is wrong if it can't be read. */
export function matchersOf(text: string): Matcher[] | string {
  const matchers: Matcher[] = [];
  for (const line of text.split("\n")) {
    if (line.trim() === "") continue;
    const [, tag, sign, values = ""] = LINE.exec(line.trim()) ?? [];
    if (tag === undefined || tag === "")
      return `Can't read "${line.trim()}". Write it as method = GET | POST, or path != /health.`;
    const list = values.split("|").map((value) => value.trim());
    matchers.push(sign === "=" ? { tag, is: list } : { tag, isNot: list });
  }
  return matchers;
}

export function matchersText(matchers: readonly Matcher[]): string {
  return matchers
    .map((matcher) =>
      "is" in matcher
        ? `${matcher.tag} = ${matcher.is.join(" | ")}`
        : `${matcher.tag} != ${matcher.isNot.join(" | ")}`,
    )
    .join("\n");
}
