import { Icon } from "@headroom/ui";

/** Beside every verdict: it isn't about the requests that were left out. Null: none were. */
export function LabelFilterLine({ sentence }: { sentence: string | null }) {
  if (sentence === null) return null;
  return (
    <p className="mt-2 flex gap-1.5 text-13 text-ink">
      <Icon name="info" className="mt-0.5 text-ink-3" />
      <span className="min-w-0 [overflow-wrap:anywhere]">{sentence}</span>
    </p>
  );
}
