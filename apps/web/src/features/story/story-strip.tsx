import type { Story } from "@headroom/demo/stories";
import { Icon, Sheet, SheetSection, SheetTitle, Tag, textLinkClass } from "@headroom/ui";
import { AppLink } from "../shell/app-link.tsx";
import { StepPicture } from "./step-picture.tsx";
import { STORIES_PAGE, storyAddress } from "./addresses.ts";

/** Leads somebody new from the head of the page to the first story. */
export function StoryStart({ stories: [first] }: { stories: readonly Story[] }) {
  if (first === undefined) return null;
  return (
    <p className="mt-1.5 flex flex-wrap items-baseline gap-x-2.5 text-13 text-ink-2">
      New here?
      <AppLink href={storyAddress(first.slug)} className={textLinkClass}>
        Start with the first story
      </AppLink>
    </p>
  );
}

/** The demo's first story with a picture, and the others. */
export function StoryStrip({ stories: [first, ...others] }: { stories: readonly Story[] }) {
  if (first === undefined) return null;
  return (
    <Sheet label="Start here" className="mt-5">
      <SheetSection className="flex flex-wrap items-baseline justify-between gap-x-5 gap-y-1">
        <SheetTitle>Stories of the demo</SheetTitle>
        <AppLink href={STORIES_PAGE} className={`text-13 ${textLinkClass}`}>
          All stories
        </AppLink>
      </SheetSection>
      <div className="grid grid-cols-1 divide-y divide-line desk:grid-cols-[minmax(0,1.25fr)_minmax(0,1fr)] desk:divide-x desk:divide-y-0">
        <div className="relative grid min-w-0 grid-cols-1 items-start gap-x-6 gap-y-3 p-4 hover:bg-canvas wide:grid-cols-[minmax(0,1fr)_minmax(0,1.15fr)] wide:px-5">
          <div className="min-w-0">
            <p className="text-12 text-ink-3">Story 1: {first.title}</p>
            <StoryLink story={first} className="text-17" />
            <p className="mt-1 text-13 text-ink-2">{first.lead}</p>
            <p className="mt-2">
              <DataTag story={first} />
            </p>
          </div>
          <StepPicture story={first.slug} step={COVER} label="" />
        </div>
        <ul className="divide-y divide-line">
          {others.map((story) => (
            <li
              key={story.slug}
              className="relative flex min-w-0 flex-wrap items-center gap-x-3 px-4 py-3 hover:bg-canvas wide:px-5"
            >
              <StoryLink story={story} className="text-14" />
              <span className="text-12 text-ink-3">{story.title}</span>
              <Icon name="right" className="ml-auto text-ink-3" />
            </li>
          ))}
        </ul>
      </div>
    </Sheet>
  );
}

/** The step of the first story whose picture is shown: before and after. */
const COVER = 3;

function StoryLink({ story, className }: { story: Story; className: string }) {
  return (
    <AppLink
      href={storyAddress(story.slug)}
      className={`font-semibold after:absolute after:inset-0 after:content-[''] hover:underline ${className}`}
    >
      {story.question}
    </AppLink>
  );
}

/** Where the data of a story comes from. */
export function DataTag({ story: { simulated } }: { story: Story }) {
  return <Tag>{simulated === null ? "Published figures" : "Published and simulated"}</Tag>;
}
