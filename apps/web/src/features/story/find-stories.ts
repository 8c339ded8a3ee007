import { STORIES, storyTag } from "@headroom/demo/stories";
import type { Story } from "@headroom/demo/stories";

/** The stories whose experiments are among those with these tags, in their order. */
export function storiesOf(tags: readonly { value: string }[]): Story[] {
  const found = new Set(tags.map(({ value }) => value));
  return STORIES.filter(({ slug }) => found.has(storyTag(slug)));
}

/** Whether it's worth asking for the tags: only the demo has services of these names. */
export function mayHaveStories(services: readonly { name: string }[]): boolean {
  return services.some(({ name }) => STORIES.some(({ service }) => service === name));
}
