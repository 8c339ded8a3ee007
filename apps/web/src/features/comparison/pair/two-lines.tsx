import { Sentence } from "@headroom/ui";
import type { ComparisonSentence } from "./prepare-sentence.ts";

/** The answer, and under it what qualifies it: both have their room before it is known, so that nothing moves when it is. */
export function TwoLines({ sentence: { lead, rest } }: { sentence: ComparisonSentence }) {
  return (
    <>
      <span className="block min-h-[2lh]">
        <Sentence lead={lead} rest="" />
      </span>
      <span className="block min-h-[2lh] text-15 max-wide:text-13">
        <Sentence lead="" rest={rest} />
      </span>
    </>
  );
}
