import { greenSaturdayStory } from "./green-saturday.ts";
import { longRunStory } from "./long-run.ts";
import { queueStory } from "./queue.ts";
import { rampsStory } from "./ramps.ts";
import { recommendationStory } from "./recommendation-service.ts";
import type { Story } from "./story.ts";

export { storyTag } from "./story.ts";
export type { Story, StoryFigure, StoryLink, StoryPart, StoryStep } from "./story.ts";

/** The demo's stories, in the order in which to read them. */
export const STORIES: readonly Story[] = [
  recommendationStory,
  greenSaturdayStory,
  rampsStory,
  queueStory,
  longRunStory,
];
