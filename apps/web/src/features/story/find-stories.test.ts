import { STORIES, storyTag } from "@headroom/demo/stories";
import { expect, it } from "vitest";
import { mayHaveStories, storiesOf } from "./find-stories.ts";

const [first, second] = STORIES;

it("finds the stories of a workspace by their tags, in their order", () => {
  const tags = [second, first].map((story) => ({ value: storyTag(story?.slug ?? "") }));
  expect(storiesOf([{ value: "nightly" }, ...tags])).toEqual([first, second]);
  expect(storiesOf([{ value: "nightly" }, { value: "story: my own" }])).toEqual([]);
});

it("looks for tags only where a service has the name of a story's", () => {
  expect(mayHaveStories([{ name: "Checkout" }, { name: first?.service ?? "" }])).toBe(true);
  expect(mayHaveStories([{ name: "Checkout" }])).toBe(false);
  expect(mayHaveStories([])).toBe(false);
});
