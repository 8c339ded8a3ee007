import type { Published } from "../published/published.ts";
import type { StoryFigure } from "./story.ts";

/** A figure of a list, as pages write it. */
export function figureOf(
  { value, quote }: Published<number>,
  what: string,
  text: (value: number) => string,
): StoryFigure {
  return { text: text(value), what, quote };
}
