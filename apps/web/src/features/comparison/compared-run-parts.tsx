import { Notice, Tag, VerdictPill } from "@headroom/ui";
import type { ComparabilityModel } from "./prepare-comparability.ts";
import type { RunCard } from "./prepare-runs.ts";

/** What stands behind the name of a compared run. */
export function RunMarks({ card }: { card: RunCard }) {
  return (
    <>
      <span className="text-13 text-ink-2">run {card.number}</span>
      {card.isReference ? <Tag>reference</Tag> : null}
      {card.isBaseline ? <Tag>baseline</Tag> : null}
      {card.quoted ? <Tag>as quoted</Tag> : null}
      {card.interrupted ? <Tag>interrupted</Tag> : null}
      <VerdictPill state={card.verdict} />
    </>
  );
}

/** In what the runs differ, before anything is said of their figures. */
export function Differences({ model: { tone, lead, differences, quoted } }: { model: ComparabilityModel }) {
  return (
    <Notice tone={tone} title={lead} className="rounded-none px-4 py-3 wide:px-5">
      {quoted}
      {differences.length === 0 ? null : (
        <ul className="mt-1 flex flex-col gap-0.5">
          {differences.map(({ key, letters, words }) => (
            <li key={key}>
              {letters === "" ? null : <b className="font-semibold">{letters}: </b>}
              {words}
            </li>
          ))}
        </ul>
      )}
    </Notice>
  );
}
