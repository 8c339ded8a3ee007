import type { Story } from "@headroom/demo/stories";
import { EmptyState, PageHead, Sentence, Sheet } from "@headroom/ui";
import { AppLink } from "../shell/app-link.tsx";
import { storyAddress } from "./addresses.ts";
import { DataTag } from "./story-strip.tsx";

/** The demo's stories, for those who want to read all of them. */
export function StoriesPage({ stories }: { stories: readonly Story[] }) {
  if (stories.length === 0)
    return (
      <>
        <PageHead sentence="No stories here." />
        <Sheet label="Stories">
          <EmptyState
            title="This workspace has no demo."
            step="The demo is in the workspace that npm start creates."
          />
        </Sheet>
      </>
    );
  return (
    <>
      <PageHead
        sentence={
          <Sentence
            lead="Load tests from published articles, replayed in Headroom."
            rest="Quoted values come from the article. Simulated ones are marked."
          />
        }
      />
      <Sheet label="Stories">
        <ol className="divide-y divide-line">
          {stories.map((story) => (
            <li key={story.slug} className="relative p-4 hover:bg-canvas wide:px-5">
              <h2 className="text-17 font-semibold">
                <AppLink
                  href={storyAddress(story.slug)}
                  className="after:absolute after:inset-0 after:content-[''] hover:underline"
                >
                  {story.question}
                </AppLink>
              </h2>
              <p className="mt-1 text-14 text-ink-2">
                {story.title}: {story.lead}
              </p>
              <p className="mt-2 flex flex-wrap items-center gap-2 text-12 text-ink-3">
                <DataTag story={story} />
                {story.source}
              </p>
            </li>
          ))}
        </ol>
      </Sheet>
    </>
  );
}
