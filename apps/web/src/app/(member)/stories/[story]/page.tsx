import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { cache } from "react";
import { storyTag } from "@headroom/demo/stories";
import { Shell } from "../../../../features/shell/shell.tsx";
import { readViewer } from "../../../../features/shell/viewer.ts";
import { STORIES_PAGE } from "../../../../features/story/addresses.ts";
import { storiesOf } from "../../../../features/story/find-stories.ts";
import { StoryPage } from "../../../../features/story/story-page.tsx";
import { serverCaller } from "../../../../server/server-caller.ts";

interface Props {
  params: Promise<{ story: string }>;
}

/** Cached per request: the title and the page ask for the same story. */
const openStory = cache(async (slug: string) => {
  const caller = await serverCaller();
  const { tags } = await caller.catalog.choices();
  const stories = storiesOf(tags);
  const at = stories.findIndex((one) => one.slug === slug);
  const story = stories[at];
  if (story === undefined) notFound();
  return { story, next: stories[at + 1] ?? null };
});

const EVERYTHING = {
  search: "",
  service: "",
  group: "",
  environment: "",
  owner: "",
  outcome: "all",
} as const;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { story } = await openStory((await params).story);
  return { title: `${story.title} · Headroom` };
}

export default async function StoryRoute({ params }: Props) {
  const [{ story, next }, viewer, caller] = await Promise.all([
    openStory((await params).story),
    readViewer(),
    serverCaller(),
  ]);
  const [{ experiments }, { peakDays }] = await Promise.all([
    caller.catalog.list({
      ...EVERYTHING,
      tag: storyTag(story.slug),
      sort: "name",
      direction: "asc",
      page: 1,
    }),
    caller.peakDay.list(),
  ]);
  const place = {
    experiments: experiments.map(({ id, name, recentRuns }) => ({
      id,
      name,
      runIds: recentRuns.map((run) => run.id),
    })),
    peakDays,
  };
  return (
    <Shell crumbs={[{ label: "Stories", href: STORIES_PAGE }, { label: story.title }]} viewer={viewer}>
      <StoryPage story={story} place={place} next={next} />
    </Shell>
  );
}
