import { Icon, Notice, Tag, VerdictPill } from "@headroom/ui";
import type { ComparabilityModel } from "./prepare-comparability.ts";
import { sidesWords } from "./prepare-runs.ts";
import type { RunCard } from "./prepare-runs.ts";

export function SidesNote({ cards }: { cards: readonly RunCard[] }) {
  const words = sidesWords(cards);
  return words === null ? null : <p className="px-4 pb-3 text-12 text-ink-2 wide:px-5">{words}</p>;
}

/** What stands behind the name of a compared run. */
export function RunMarks({ card }: { card: RunCard }) {
  return (
    <>
      <span className="text-13 text-ink-2">run {card.number}</span>
      {card.isReference ? <Tag>reference</Tag> : null}
      {card.isBaseline ? <Tag>baseline</Tag> : null}
      {card.quoted ? <Tag>as quoted</Tag> : null}
      {card.interrupted ? <Tag>interrupted</Tag> : null}
      <VerdictPill state={card.outcome ?? card.verdict} />
    </>
  );
}

/** How the runs differ, in what they match, and what isn't known, before anything is said about their figures. */
export function Comparability({ model }: { model: ComparabilityModel }) {
  const { alike, unknown } = model;
  return (
    <>
      <WhatChanged changed={model.changed} />
      <Differences model={model} />
      {alike.length === 0 && unknown.length === 0 ? null : (
        <div className="flex flex-col gap-2 px-4 py-3 text-12 text-ink-2 wide:px-5">
          <ul aria-label="The same in all runs" className="flex flex-wrap gap-x-7 gap-y-1.5 empty:hidden">
            {alike.map((words) => (
              <li key={words} className="flex items-center gap-1.5">
                <Icon name="met" className="size-3.5 text-good" />
                {words}
              </li>
            ))}
          </ul>
          <ul aria-label="Not known" className="flex flex-col gap-1.5 empty:hidden">
            {unknown.map(({ letters, words }) => (
              <li key={letters} className="flex items-start gap-1.5 text-ink-3">
                <Icon name="open" className="mt-px size-3.5" />
                <span>
                  Not known for {letters}: {words}
                </span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
}

/** What people say was changed, beside the change of the figures. */
function WhatChanged({ changed }: Pick<ComparabilityModel, "changed">) {
  if (changed.length === 0) return null;
  return (
    <div className="border-t border-line px-4 py-3 text-13 wide:px-5">
      <span className="text-ink-2">What was changed:</span>
      <ul aria-label="What was changed" className="mt-0.5 flex flex-col gap-0.5">
        {changed.map(({ letters, words }) => (
          <li key={letters} dir="auto" className="[overflow-wrap:anywhere]">
            {letters === "" ? null : <b className="font-semibold">{letters}: </b>}
            {words}
          </li>
        ))}
      </ul>
    </div>
  );
}

function Differences({ model: { tone, lead, differences, quoted } }: { model: ComparabilityModel }) {
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
