import clsx from "clsx";
import { plural } from "@headroom/core/format";
import { Icon, Tag, VerdictPill, toneLooks } from "@headroom/ui";
import type { ComparabilityModel } from "./prepare-comparability.ts";
import { sidesWords } from "../view/prepare-runs.ts";
import type { RunCard } from "../view/prepare-runs.ts";

export function SidesNote({ cards }: { cards: readonly RunCard[] }) {
  const words = sidesWords(cards);
  return words === null ? null : <p className="px-4 pb-3 text-12 text-ink-2 wide:px-5">{words}</p>;
}

/** What stands behind the name of a compared run. */
export function RunMarks({ card, cards }: { card: RunCard; cards: readonly RunCard[] }) {
  return (
    <>
      {card.isReference ? <Tag>reference</Tag> : null}
      {card.isBaseline ? <Tag>baseline</Tag> : null}
      {card.quoted && cards.some(({ quoted }) => !quoted) ? <Tag>as quoted</Tag> : null}
      {card.interrupted ? <Tag>interrupted</Tag> : null}
      {/* Of a level, it would be its newest run's alone. */}
      {card.side?.name == null ? <VerdictPill state={card.outcome ?? card.verdict} /> : null}
    </>
  );
}

/** How the runs differ, in one line that opens to the checks. What rules a comparison out is open already. */
export function Comparability({ model }: { model: ComparabilityModel }) {
  const { alike, unknown, differences, tone, lead, quoted } = model;
  const { icon, text } = toneLooks[tone];
  return (
    <>
      <WhatChanged changed={model.changed} />
      <details className="group" open={tone === "bad" || undefined}>
        <summary className="flex cursor-pointer list-none items-start gap-2.5 px-4 py-2.5 text-13 wide:px-5 [&::-webkit-details-marker]:hidden">
          <Icon name={icon} className={clsx("mt-[1.5px]", text)} />
          <span className="min-w-0 flex-1 wrap-anywhere">
            <b className="font-semibold">{lead}</b> <span className="text-ink-2">{briefOf(model)}</span>
          </span>
          <Icon name="down" className="mt-[1.5px] text-ink-3 group-open:rotate-180 print:hidden" />
        </summary>
        <div className="flex flex-col gap-2 px-4 pb-3 text-12 text-ink-2 wide:px-5">
          {quoted === null ? null : <p>{quoted}</p>}
          <ul aria-label="Differences" className="flex flex-col gap-0.5 text-13 text-ink empty:hidden">
            {differences.map(({ key, who, words }) => (
              <li key={key}>
                {who === "" ? null : <b className="font-semibold">{who}: </b>}
                {words}
              </li>
            ))}
          </ul>
          <ul aria-label="The same in all runs" className="flex flex-wrap gap-x-7 gap-y-1.5 empty:hidden">
            {alike.map((words) => (
              <li key={words} className="flex items-center gap-1.5">
                <Icon name="met" className="size-3.5 text-good" />
                {words}
              </li>
            ))}
          </ul>
          <ul aria-label="Not known" className="flex flex-col gap-1.5 empty:hidden">
            {unknown.map(({ who, words }) => (
              <li key={who} className="flex items-start gap-1.5 text-ink-3">
                <Icon name="open" className="mt-px size-3.5" />
                <span>
                  Not known for {who}: {words}
                </span>
              </li>
            ))}
          </ul>
        </div>
      </details>
    </>
  );
}

/** "Warm-up is much longer in run 2. 14 checks agree; the tool version isn't known." The most serious difference is always read. */
function briefOf({ differences, alike, unknown, quoted }: ComparabilityModel): string {
  const [first] = differences;
  const named = first === undefined ? "" : `${first.who === "" ? "" : `${first.who}: `}${first.words}`;
  const agree = alike.length === 0 ? "" : `${plural(alike.length, "check agrees", "checks agree")}.`;
  const open = unknown.length === 0 ? "" : `Not known: ${unknown.map(({ words }) => words).join(", ")}.`;
  return [quoted ?? "", named, agree, open].filter((part) => part !== "").join(" ");
}

/** What people say was changed, beside the change of the figures. */
function WhatChanged({ changed }: Pick<ComparabilityModel, "changed">) {
  if (changed.length === 0) return null;
  return (
    <div className="px-4 py-3 text-13 wide:px-5">
      <span className="text-ink-2">What was changed:</span>
      <ul aria-label="What was changed" className="mt-0.5 flex flex-col gap-0.5">
        {changed.map(({ who, words }) => (
          <li key={who} dir="auto" className="[overflow-wrap:anywhere]">
            {who === "" ? null : <b className="font-semibold">{who}: </b>}
            {words}
          </li>
        ))}
      </ul>
    </div>
  );
}
