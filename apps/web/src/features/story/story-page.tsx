import { STORIES } from "@headroom/demo/stories";
import type { Story, StoryStep, StoryPart } from "@headroom/demo/stories";
import {
  Icon,
  PageHead,
  Sentence,
  Sheet,
  SheetNote,
  SheetSection,
  SheetTitle,
  Table,
  buttonClass,
} from "@headroom/ui";
import { AppLink } from "../shell/app-link.tsx";
import { storyAddress } from "./addresses.ts";
import { StepPicture } from "./step-picture.tsx";
import { addressOf } from "./story-place.ts";
import type { StoryPlace } from "./story-place.ts";
import { DataTag } from "./story-strip.tsx";

interface StoryPageProps {
  story: Story;
  place: StoryPlace;
  /** The story to read after this one; null: it's the last. */
  next: Story | null;
}

/** A guide: what there is to see of a service of the demo, and where. */
export function StoryPage({ story, place, next }: StoryPageProps) {
  const number = STORIES.indexOf(story) + 1;
  return (
    <>
      <PageHead
        eyebrow={
          <>
            <span>
              Story {number}: {story.title}
            </span>
            <DataTag story={story} />
          </>
        }
        sentence={<Sentence lead={story.lead} rest={story.rest} />}
        meta={<p className="mt-3 text-13 text-ink-3">From “{story.source}”.</p>}
      />
      <Sheet label="What you see here">
        <SheetSection>
          <SheetTitle>What you see here</SheetTitle>
        </SheetSection>
        <ol className="divide-y divide-line">
          {story.steps.map((step, at) => (
            <Step
              key={step.title}
              story={story.slug}
              number={at + 1}
              step={step}
              href={addressOf(step.link.to, place)}
            />
          ))}
        </ol>
        <SheetNote>
          Underlined figures are published. Hover over one for its sentence, or find it in the list below.
          {story.simulated === null ? null : <> {story.simulated}</>}
        </SheetNote>
      </Sheet>
      <PublishedFigures story={story} />
      {next === null ? null : (
        <p className="mt-5 flex justify-end">
          <AppLink href={storyAddress(next.slug)} className={buttonClass()}>
            Next story: {next.title}
          </AppLink>
        </p>
      )}
    </>
  );
}

interface StepProps {
  story: string;
  number: number;
  step: StoryStep;
  href: string | null;
}

function Step({ story, number, step, href }: StepProps) {
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-3 p-4 wide:px-5 desk:grid-cols-[auto_minmax(0,1fr)_minmax(0,440px)]">
      <span className="self-start text-21 font-semibold text-ink-3" aria-hidden="true">
        {number}
      </span>
      <div className="min-w-0">
        <h3 className="text-15 font-semibold">{step.title}</h3>
        <p className="mt-1 max-w-[44em] text-14 text-ink-2">
          <StoryWords parts={step.parts} />
        </p>
        {href === null ? null : (
          <AppLink href={href} className={`${buttonClass()} mt-3`}>
            {step.link.label}
            <Icon name="right" />
          </AppLink>
        )}
      </div>
      <StepPicture story={story} step={number - 1} label={step.title} className="max-desk:col-start-2" />
    </li>
  );
}

function PublishedFigures({ story: { published } }: { story: Story }) {
  return (
    <Sheet label="Published figures" className="mt-5">
      <SheetSection>
        <SheetTitle>Published figures</SheetTitle>
        <p className="mt-1 text-13 text-ink-2">
          All that the demo shows of the article, each figure with its sentence. Figures that aren't here
          aren't published.
        </p>
      </SheetSection>
      <Table label="Published figures" narrow="blocks">
        <thead>
          <tr>
            <th scope="col">What</th>
            <th scope="col" className="right">
              Figure
            </th>
            <th scope="col">In the article</th>
          </tr>
        </thead>
        <tbody>
          {published.map(({ what, text, quote }) => (
            <tr key={what}>
              <th scope="row" className="min-w-40 font-medium!">
                {what}
              </th>
              <td className="right font-semibold whitespace-nowrap max-wide:justify-self-end">{text}</td>
              <td className="text-13 text-ink-2 max-wide:col-span-2">“{quote}”</td>
            </tr>
          ))}
        </tbody>
      </Table>
    </Sheet>
  );
}

/** A text whose published figures are underlined, each with the sentence that it is from. */
function StoryWords({ parts }: { parts: readonly StoryPart[] }) {
  return parts.map((part, at) =>
    typeof part === "string" ? (
      <span key={at}>{part}</span>
    ) : (
      <b
        key={at}
        data-published
        title={part.quote}
        className="font-semibold whitespace-nowrap text-ink underline decoration-ink-3 decoration-dotted underline-offset-3"
      >
        {part.text}
      </b>
    ),
  );
}
