import { Sentence } from "@headroom/ui";
import type { ComparisonSentence } from "./prepare-sentence.ts";

/**
 * The answer, and under it what qualifies it. Both have room for two lines before they are known, so that nothing moves when they
 * are; what they don't need is below them.
 */
export function TwoLines({ sentence: { lead, rest } }: { sentence: ComparisonSentence }) {
  return (
    <span className="block min-h-[3lh] wide:min-h-[calc(2lh+46px)]">
      <span className="block">
        <Sentence lead={lead} rest="" />
      </span>
      <span className="block text-15">
        <Sentence lead="" rest={rest} />
      </span>
    </span>
  );
}
