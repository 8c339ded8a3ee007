import type { RunComparison } from "@headroom/contract";
import { getSharedComparison, getSharedStatistics } from "@headroom/services";
import type { OpenedSubject, ShareContext } from "@headroom/services";
import { PageHead, RunDot, Sheet, SheetTitle } from "@headroom/ui";
import { env } from "../../../server/env.ts";
import { comparisonAtMix } from "../figures/changes-at-mix.ts";
import { ComparedGauges } from "../gauges/compared-gauges.tsx";
import { Comparability, RunMarks, SidesNote } from "../pair/compared-run-parts.tsx";
import { TwoLines } from "../pair/two-lines.tsx";
import { curveRuns } from "../pair/curve-input.ts";
import { CurveSheet } from "../pair/curve-sheet.tsx";
import { FiguresTable } from "../figures/figures-table.tsx";
import { intervalInput } from "../pair/interval-input.ts";
import { overlaidRuns } from "../overlay/overlaid-runs.ts";
import { overlayInput } from "../overlay/overlay-input.ts";
import { hasOnlyTable, prepareComparability, quotedRuns } from "../pair/prepare-comparability.ts";
import { prepareFigures } from "../figures/prepare-figures.ts";
import { splitConstant } from "../gauges/constant-gauges.ts";
import { prepareComparedGauges } from "../gauges/prepare-gauges.ts";
import { prepareRamps } from "../gauges/prepare-ramps.ts";
import type { RampsModel } from "../gauges/prepare-ramps.ts";
import { MANY_RUNS } from "../view/search-params.ts";
import { prepareMany } from "../many/prepare-many.ts";
import { SharedMany } from "./shared-many.tsx";
import { RampsSheet } from "../gauges/ramps-sheet.tsx";
import { aboutRuns, capital, prepareRuns, sideName } from "../view/prepare-runs.ts";
import type { RunCard } from "../view/prepare-runs.ts";
import { prepareSentence } from "../pair/prepare-sentence.ts";
import { readSharedGauges, readSharedOverlay } from "../overlay/shared-overlay.ts";
import { ownOf } from "../view/pair-sides.ts";
import { isWorking, statisticsByRun, usualDays } from "../view/statistics-by-run.ts";
import type { StatisticsByRun } from "../view/statistics-by-run.ts";
import { percentileOf } from "../overlay/percentile-of.ts";
import { SharedEvidence } from "./shared-evidence.tsx";
import { targetLines } from "../view/target-lines.ts";
import { ViewerTime } from "../../shell/viewer-time.tsx";
import { ReadAgain } from "../../shell/read-again.tsx";
import { orNotValid } from "../../share/open-shared.ts";

interface SharedComparisonProps {
  ctx: ShareContext;
  subject: Extract<OpenedSubject, { kind: "comparison" }>;
  timeZone: string;
}

/** A comparison for people outside: how the runs differ, what changed, and the same charts as members see. */
export async function SharedComparison({ ctx, subject, timeZone }: SharedComparisonProps) {
  const { positions, reference, judged } = subject;
  const [measured, found] = await orNotValid(
    Promise.all([
      getSharedComparison({ ctx, input: { reference, judged, labels: 0, webUrl: env().HEADROOM_WEB_URL } }),
      getSharedStatistics({ ctx, input: { reference, judged } }),
    ]),
  );
  const statistics = statisticsByRun(found);
  const comparison = comparisonAtMix(measured, statistics);
  const cards = prepareRuns(comparison, positions);
  const ramps = prepareRamps(comparison, cards);
  const metric = percentileOf(ownOf(comparison, cards));
  const sentence = prepareSentence({ comparison, cards, statistics, metric });
  return (
    <>
      {isWorking(found) ? <ReadAgain everySeconds={3} minutes={1} /> : null}
      <PageHead
        eyebrow={<span dir="auto">{aboutRuns(comparison.runs)}</span>}
        sentence={<TwoLines sentence={sentence} isOpen={isWorking(found)} />}
        meta={
          sentence.figures === "" ? null : (
            <p className="mt-2 max-w-[60em] text-13 text-ink-2">{sentence.figures}</p>
          )
        }
      />
      {cards.length >= MANY_RUNS && ramps === null ? (
        <Many {...{ ctx, comparison, cards, statistics }} />
      ) : (
        <Few {...{ ctx, comparison, cards, statistics, ramps, timeZone }} />
      )}
    </>
  );
}

async function Many({ statistics, ...of }: OfRuns & { statistics: StatisticsByRun }) {
  const { comparison, cards } = of;
  const { words, own, input } = await readOverTime(of);
  const model = prepareMany({ comparison, cards, statistics, metric: own, labels: [] });
  return (
    <SharedMany {...{ model, input, own, words }} targets={targetLines(comparison.runs, own)}>
      <Comparability model={prepareComparability(comparison, cards)} />
    </SharedMany>
  );
}

interface FewProps extends OfRuns {
  statistics: StatisticsByRun;
  ramps: RampsModel | null;
  timeZone: string;
}

function Few({ ctx, comparison, cards, statistics, ramps, timeZone }: FewProps) {
  return (
    <>
      <Sheet label="Compared runs">
        <ul className="grid grid-cols-1 wide:grid-cols-2">
          {cards.map((card) => (
            <Card key={card.id} card={card} cards={cards} timeZone={timeZone} />
          ))}
        </ul>
        <SidesNote cards={cards} />
        <Comparability model={prepareComparability(comparison, cards)} />
      </Sheet>
      {ramps !== null ? (
        <RampsSheet model={ramps} />
      ) : hasOnlyTable(comparison) ? null : (
        <Evidence {...{ ctx, comparison, cards, statistics }} />
      )}
      <Sheet labelledBy="figures" className="mt-5">
        <div className="px-4 pt-4 pb-3 wide:px-5">
          <SheetTitle id="figures">Side by side</SheetTitle>
        </div>
        <FiguresTable
          cards={cards}
          rows={prepareFigures(comparison.whole, cards, statistics, quotedRuns(comparison.comparability))}
        />
      </Sheet>
      <Curves ctx={ctx} comparison={comparison} cards={cards} />
      <Gauges ctx={ctx} cards={cards} />
    </>
  );
}

interface OfRuns {
  ctx: ShareContext;
  comparison: RunComparison;
  cards: readonly RunCard[];
}

/** What the browser gets of the runs is what it draws: their addresses in the workspace stay here. */
async function readOverTime({ ctx, comparison, cards }: OfRuns) {
  const { drawn, words } = overlaidRuns(comparison, cards);
  const own = ownOf(comparison, cards);
  const percentile = percentileOf(own);
  if (drawn.length === 0) return { words, own: percentile, input: null };
  const figures = await orNotValid(readSharedOverlay(ctx, drawn, percentile));
  return { words, own: percentile, input: overlayInput({ comparison, cards, figures, percentile }) };
}

async function Evidence({ statistics, ...of }: OfRuns & { statistics: StatisticsByRun }) {
  const { words, own, input } = await readOverTime(of);
  return (
    <SharedEvidence
      input={input}
      own={own}
      words={words}
      intervals={intervalInput(of.comparison, of.cards, statistics)}
      usual={usualDays(statistics) > 0}
    />
  );
}

async function Curves(of: OfRuns) {
  const { input } = await readOverTime(of);
  const { comparison, cards } = of;
  return (
    <CurveSheet
      runs={curveRuns(comparison, cards)}
      targets={targetLines(comparison.runs, "p99")}
      overlay={input ?? undefined}
    />
  );
}

/** Last on the page, since most runs have no gauges. */
async function Gauges({ ctx, cards }: { ctx: ShareContext; cards: readonly RunCard[] }) {
  const reference = cards.find(({ isReference }) => isReference)?.id ?? "";
  const found = await orNotValid(readSharedGauges(ctx, reference));
  if (found.gauges.length === 0) return null;
  const { moving, constant } = splitConstant(found);
  return (
    <ComparedGauges gauges={prepareComparedGauges(moving, cards)} constant={constant} rest="not shown here" />
  );
}

function Card({ card, cards, timeZone }: { card: RunCard; cards: readonly RunCard[]; timeZone: string }) {
  const level = card.side?.name ?? null;
  return (
    <li aria-label={capital(sideName(card))} className="flex min-w-0 items-start gap-3 px-4 py-3.5 wide:px-5">
      <RunDot position={card.position} className="mt-1.5 size-3!" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <b className="text-15 font-semibold">{level === null ? `Run ${card.number}` : capital(level)}</b>
          {/* Which run is the baseline concerns only the workspace. */}
          <RunMarks card={{ ...card, isBaseline: false }} cards={cards} />
          <span dir="auto" className="text-13 [overflow-wrap:anywhere] text-ink-2">
            {card.experiment}
          </span>
        </p>
        <p className="mt-1 text-12 [overflow-wrap:anywhere] text-ink-3">
          {level === null ? "" : `newest: ${card.name} · `}
          {card.service} · {card.about} · <ViewerTime from={card.startedAt} timeZone={timeZone} />
        </p>
        {card.side === null ? null : <p className="mt-1 text-12 text-ink-2">{capital(card.side.rest)}</p>}
      </div>
    </li>
  );
}
