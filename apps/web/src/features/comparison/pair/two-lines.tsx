import clsx from "clsx";
import { Sentence } from "@headroom/ui";
import type { ComparisonSentence } from "./prepare-sentence.ts";

/** Longer, it would take the page in the size of a headline. */
const MOST_LETTERS = 80;

/** The answer, and under it what qualifies it: both have their room before it is known, so that nothing moves when it is. */
export function TwoLines({ sentence: { lead, rest } }: { sentence: ComparisonSentence }) {
  return (
    <>
      <span className="block min-h-[2lh] wide:min-h-[1lh]">
        <Sentence lead={lead} rest="" />
      </span>
      <span className="block min-h-[1lh]">
        <span className={clsx(rest.length > MOST_LETTERS && "text-15")}>
          <Sentence lead="" rest={rest} />
        </span>
      </span>
    </>
  );
}
