/** A figure that an article states, as pages write it. */
export interface StoryFigure {
  /** "14,010 req/s" */
  text: string;
  /** What it is a figure of. */
  what: string;
  /** The sentence of the article that states it. */
  quote: string;
}

export type StoryPart = string | StoryFigure;

/** A page of the product that shows what a step is about. */
export type StoryLink = StoryPage & {
  /** The sheet of the page that a step is about, by its name; otherwise it begins where it is. */
  spot?: string;
};

type StoryPage =
  | { kind: "address"; href: string }
  | { kind: "experiment"; experiment: string }
  /** All runs of the experiment, from the first on. */
  | { kind: "comparison"; experiment: string }
  | {
      kind: "first-run" | "latest-run";
      experiment: string;
      tab?: "gauges" | "labels" | "slices";
    }
  /** The newest peak day of the service. */
  | { kind: "peak-day"; service: string }
  | { kind: "readiness"; service: string };

export interface StoryStep {
  title: string;
  parts: readonly StoryPart[];
  link: { label: string; to: StoryLink };
}

/** A guide through one of the demo's services: what readers see there, and where. */
export interface Story {
  slug: string;
  title: string;
  /** What the article answers, in a few words. */
  question: string;
  /** One sentence, and another that qualifies it. */
  lead: string;
  rest: string;
  source: string;
  /** By name: the story is in a workspace that has it. */
  service: string;
  steps: readonly StoryStep[];
  /** Everything that the article states and the demo shows. */
  published: readonly StoryFigure[];
  /** What is made up; null: nothing is. */
  simulated: string | null;
}

/** The tag of a story's experiments. */
export function storyTag(slug: string): string {
  return `story: ${slug}`;
}

/** A text with published figures in it. Only they may contain numbers. */
export function parts(texts: TemplateStringsArray, ...figures: readonly StoryFigure[]): StoryPart[] {
  return texts.flatMap((text, at): StoryPart[] => {
    const figure = figures[at];
    return [...(text === "" ? [] : [text]), ...(figure === undefined ? [] : [figure])];
  });
}
