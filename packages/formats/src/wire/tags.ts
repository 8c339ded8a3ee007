import type { SeriesLimits } from "./series-limits.ts";

export type Tag = readonly [key: string, value: string];

/** Most clients send them sorted. */
export function sortTags(tags: Tag[]): Tag[] {
  const sorted = tags.every((tag, index) => index === 0 || byKey(tags[index - 1] as Tag, tag) <= 0);
  return sorted ? tags : tags.sort(byKey);
}

/** Why a series can't be used, or null. */
export function tagProblem(name: string, tags: readonly Tag[], limits: SeriesLimits): string | null {
  if (name === "") return "the metric has no name";
  if (name.length > limits.nameLength)
    return `the metric's name is longer than ${limits.nameLength} characters`;
  if (tags.length > limits.tags) return `the series has more than ${limits.tags} labels`;
  for (const [key, value] of tags) {
    if (key.length > limits.nameLength)
      return `a label's name is longer than ${limits.nameLength} characters`;
    if (value.length > limits.tagLength)
      return `the label ${key} is longer than ${limits.tagLength} characters`;
  }
  return null;
}

function byKey([a]: Tag, [b]: Tag): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
