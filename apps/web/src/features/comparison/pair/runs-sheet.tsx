import clsx from "clsx";
import { Icon, Menu, RunDot, Sheet, textLinkClass, toneLooks } from "@headroom/ui";
import { AppLink } from "../../shell/app-link.tsx";
import { ViewerTime } from "../../shell/viewer-time.tsx";
import { Comparability, RunMarks, SidesNote } from "./compared-run-parts.tsx";
import type { GateLine } from "./prepare-references.ts";
import type { ComparabilityModel } from "./prepare-comparability.ts";
import { capital, sideName } from "../view/prepare-runs.ts";
import type { RunCard } from "../view/prepare-runs.ts";
import { moveRun, removeRun } from "../view/search-params.ts";
import type { ComparisonQuery } from "../view/search-params.ts";

interface RunsSheetProps {
  cards: readonly RunCard[];
  comparability: ComparabilityModel;
  query: ComparisonQuery;
  go: (next: ComparisonQuery) => void;
  gate: GateLine | null;
  timeZone: string;
}

/** Which runs, and in what they differ: it stands above every change. */
export function RunsSheet({ cards, comparability, query, go, gate, timeZone }: RunsSheetProps) {
  return (
    <Sheet label="Compared runs">
      <div>
        <ul className="run-cards grid grid-cols-1 wide:grid-cols-2">
          {cards.map((card, at) => (
            <RunCardItem
              key={card.id}
              card={card}
              cards={cards}
              timeZone={timeZone}
              groups={menuOf(card, { at, last: cards.length - 1, query, go })}
            />
          ))}
        </ul>
        <SidesNote cards={cards} />
      </div>
      {gate === null ? null : <Gate line={gate} />}
      <Comparability model={comparability} />
    </Sheet>
  );
}

function Gate({ line: { words, href, tone } }: { line: GateLine }) {
  const { icon, text } = toneLooks[tone];
  return (
    <p className="flex items-center gap-2.5 px-4 py-2.5 text-13 wide:px-5">
      <Icon name={icon} className={text} />
      <AppLink href={href} className={textLinkClass}>
        {words}
      </AppLink>
    </p>
  );
}

export interface MenuInput {
  at: number;
  last: number;
  query: ComparisonQuery;
  go: (next: ComparisonQuery) => void;
}

export function menuOf(card: Pick<RunCard, "id" | "isReference">, { at, last, query, go }: MenuInput) {
  const { id, isReference } = card;
  return [
    {
      items: [
        { label: "Open run", href: `/runs/${id}` },
        {
          label: "Use as reference",
          disabled: isReference,
          onSelect: () => go({ ...query, reference: id, judged: null }),
        },
      ],
    },
    {
      items: [
        { label: "Move up", disabled: at === 0, onSelect: () => go(moveRun(query, id, -1)) },
        { label: "Move down", disabled: at === last, onSelect: () => go(moveRun(query, id, 1)) },
        { label: "Remove", onSelect: () => go(removeRun(query, id)) },
      ],
    },
  ];
}

/** Behind a line, because a level has up to 15 of them. */
function SideRuns({ side }: Pick<RunCard, "side">) {
  if (side === null) return null;
  return (
    <details className="mt-1 text-12 text-ink-2">
      <summary className="cursor-pointer">{capital(side.rest)}</summary>
      <ul className="mt-1 flex flex-wrap gap-x-3 gap-y-1">
        {side.others.map(({ id, number }) => (
          <li key={id}>
            <AppLink href={`/runs/${id}`} className="underline">
              run {number}
            </AppLink>
          </li>
        ))}
      </ul>
    </details>
  );
}

interface RunCardItemProps {
  card: RunCard;
  /** All compared runs. */
  cards: readonly RunCard[];
  timeZone: string;
  groups: ReturnType<typeof menuOf>;
}

function RunCardItem({ card, cards, timeZone, groups }: RunCardItemProps) {
  // Of one experiment, its name is above them all.
  const namesExperiment = cards.some(
    ({ service, experiment }) => service !== card.service || experiment !== card.experiment,
  );
  const level = card.side?.name ?? null;
  const run = (className: string, words: string) => (
    <AppLink href={`/runs/${card.id}`} className={clsx(className, "hover:underline")}>
      {words}
    </AppLink>
  );
  return (
    <li aria-label={capital(sideName(card))} className="flex min-w-0 items-start gap-3 px-4 py-3 wide:px-5">
      <RunDot position={card.position} className="mt-1.5 size-3!" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          {level === null ? (
            run("text-15 font-semibold", `Run ${card.number}`)
          ) : (
            <b className="text-15 font-semibold">{capital(level)}</b>
          )}
          <RunMarks card={card} cards={cards} />
          {namesExperiment ? (
            <span dir="auto" title={card.experiment} className="max-w-full truncate text-13 text-ink-2">
              {card.experiment}
            </span>
          ) : null}
        </p>
        <p className="mt-1 text-12 [overflow-wrap:anywhere] text-ink-3">
          {level === null ? null : <>newest: {run("underline", card.name)} · </>}
          <ViewerTime from={card.startedAt} timeZone={timeZone} />
          {card.commit ? <span className="font-mono"> · {card.commit.slice(0, 10)}</span> : null}{" "}
          <span className="max-wide:hidden">
            · {namesExperiment ? `${card.service} · ` : ""}
            {card.about}
          </span>
        </p>
        <SideRuns side={card.side} />
        {card.notes ? (
          <p
            dir="auto"
            title={card.notes}
            className="mt-1 line-clamp-1 text-12 max-wide:hidden [overflow-wrap:anywhere] text-ink-2"
          >
            {card.notes}
          </p>
        ) : null}
      </div>
      <Menu
        label={`Actions for ${card.name}`}
        trigger={<Icon name="more" />}
        triggerClassName="inline-flex size-9 flex-none items-center justify-center rounded-control text-ink-3 hover:bg-neutral-soft hover:text-ink wide:size-8"
        groups={groups}
        link={AppLink}
      />
    </li>
  );
}
