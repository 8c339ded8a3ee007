import type { StoryPart } from "@headroom/demo/stories";

/** A text whose published figures are underlined, each with the sentence that it is from. */
export function StoryWords({ parts }: { parts: readonly StoryPart[] }) {
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
