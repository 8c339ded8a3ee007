import { Notice, formatCount } from "@headroom/ui";

/** Nothing is known of a run that is gone, so it is counted and not named. `others`: so many are compared without it. */
export function MissingRuns({ count, others }: { count: number; others: number }) {
  if (count === 0) return null;
  const isOne = count === 1;
  const why = isOne
    ? "It was deleted, or it belongs to another workspace."
    : "They were deleted, or they belong to another workspace.";
  const rest = isOne
    ? "The other runs are compared without it."
    : "The other runs are compared without them.";
  return (
    <Notice
      tone="unsure"
      className="mb-5"
      title={`${formatCount(count)} of the ${formatCount(count + others)} runs ${isOne ? "isn't" : "aren't"} available.`}
    >
      {others < 2 ? why : `${why} ${rest}`}
    </Notice>
  );
}
