import type { Story } from "@headroom/demo/stories";
import { Icon, Sheet, SheetSection, SheetTitle, Tag, textLinkClass } from "@headroom/ui";
import { AppLink } from "../shell/app-link.tsx";
import { STORIES_PAGE, storyAddress } from "./addresses.ts";

/** Where to begin in the demo. */
export function StoryStrip({ stories }: { stories: readonly Story[] }) {
  if (stories.length === 0) return null;
  return (
    <Sheet label="Start here" className="mt-5">
      <SheetSection className="flex flex-wrap items-baseline justify-between gap-x-5 gap-y-1">
        <SheetTitle>Stories of the demo</SheetTitle>
        <AppLink href={STORIES_PAGE} className={`text-13 ${textLinkClass}`}>
          All stories
        </AppLink>
      </SheetSection>
      <ul className="grid grid-cols-1 divide-y divide-line wide:grid-cols-[repeat(auto-fit,minmax(200px,1fr))] wide:divide-x wide:divide-y-0">
        {stories.map((story) => (
          <li key={story.slug} className="relative min-w-0 px-4 py-3.5 hover:bg-canvas wide:px-5">
            <AppLink
              href={storyAddress(story.slug)}
              className="text-14 font-semibold after:absolute after:inset-0 after:content-[''] hover:underline"
            >
              {story.question}
            </AppLink>
            <span className="mt-0.5 block text-12 text-ink-3">{story.title}</span>
            <span className="mt-2 flex items-center gap-2">
              <DataTag story={story} />
              <Icon name="right" className="ml-auto text-ink-3" />
            </span>
          </li>
        ))}
      </ul>
    </Sheet>
  );
}

/** Where the data of a story comes from. */
export function DataTag({ story: { simulated } }: { story: Story }) {
  return <Tag>{simulated === null ? "Published figures" : "Published and simulated"}</Tag>;
}
