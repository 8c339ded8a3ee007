import { Notice } from "@headroom/ui";

export function MissingRuns({ letters }: { letters: readonly string[] }) {
  if (letters.length === 0) return null;
  return (
    <Notice tone="unsure" className="mb-5" title={missingWords(letters)}>
      {letters.length === 1
        ? "It was deleted, or it belongs to another workspace. The other runs are compared without it."
        : "They were deleted, or they belong to another workspace. The other runs are compared without them."}
    </Notice>
  );
}

function missingWords(letters: readonly string[]): string {
  return letters.length === 1
    ? `Run ${letters[0]} isn't available.`
    : `Runs ${letters.join(", ")} aren't available.`;
}
