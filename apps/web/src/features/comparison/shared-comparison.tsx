import type { RunComparison } from "@headroom/contract";
import { getSharedComparison, getSharedStatistics } from "@headroom/services";
import type { OpenedSubject, ShareContext } from "@headroom/services";
import { PageHead, RunLetter, Sentence, Sheet, SheetTitle } from "@headroom/ui";
import { env } from "../../server/env.ts";
import { comparisonAtMix } from "./changes-at-mix.ts";
import { ComparedGauges } from "./compared-gauges.tsx";
import { Comparability, RunMarks, SidesNote } from "./compared-run-parts.tsx";
import { curveRuns } from "./curve-input.ts";
import { CurveSheet } from "./curve-sheet.tsx";
import { EvidenceFrame } from "./evidence-frame.tsx";
import { FiguresTable } from "./figures-table.tsx";
import { intervalInput } from "./interval-input.ts";
import { overlaidRuns } from "./overlaid-runs.ts";
import { OverlayFrame } from "./overlay-frame.tsx";
import { overlayInput } from "./overlay-input.ts";
import { prepareComparability, quotedRuns } from "./prepare-comparability.ts";
import { prepareFigures } from "./prepare-figures.ts";
import { prepareComparedGauges } from "./prepare-gauges.ts";
import { mapInput } from "./prepare-map-input.ts";
import { prepareRamps } from "./prepare-ramps.ts";
import { RampsSheet } from "./ramps-sheet.tsx";
import { prepareRuns } from "./prepare-runs.ts";
import type { RunCard } from "./prepare-runs.ts";
import { prepareSentence } from "./prepare-sentence.ts";
import { SharedOverlay } from "./shared-overlay-charts.tsx";
import { readSharedGauges, readSharedOverlay } from "./shared-overlay.ts";
import { isWorking, statisticsByRun, usualDays } from "./statistics-by-run.ts";
import { targetLines } from "./target-lines.ts";
import { ViewerTime } from "../shell/viewer-time.tsx";
import { LookAgain } from "./look-again.tsx";
import { orNotValid } from "../share/open-shared.ts";

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
  const sentence = prepareSentence({ comparison, cards, statistics });
  return (
    <>
      {isWorking(found) ? <LookAgain /> : null}
      <PageHead
        eyebrow={<span>{cards.length} runs compared</span>}
        sentence={<Sentence lead={sentence.lead} rest={sentence.rest} />}
        meta={
          sentence.figures === "" ? null : (
            <p className="mt-2 max-w-[46em] text-15 leading-[23px] text-ink-2">{sentence.figures}</p>
          )
        }
      />
      <Sheet label="Compared runs">
        <ul className="grid grid-cols-1 wide:grid-cols-2">
          {cards.map((card) => (
            <Card key={card.id} card={card} timeZone={timeZone} />
          ))}
        </ul>
        <SidesNote cards={cards} />
        <Comparability model={prepareComparability(comparison, cards)} />
      </Sheet>
      <Sheet labelledBy="figures" className="mt-5">
        <div className="px-4 pt-4 pb-3 wide:px-5">
          <SheetTitle id="figures">Side by side</SheetTitle>
        </div>
        <FiguresTable
          cards={cards}
          rows={prepareFigures(comparison.whole, cards, statistics, quotedRuns(comparison.comparability))}
        />
      </Sheet>
      {ramps === null ? (
        <EvidenceFrame
          map={mapInput(comparison, cards)}
          intervals={intervalInput(comparison, cards, statistics)}
          usual={usualDays(statistics) > 0}
        />
      ) : (
        <RampsSheet model={ramps} />
      )}
      <OverTime ctx={ctx} comparison={comparison} cards={cards} />
      <CurveSheet runs={curveRuns(comparison, cards)} targets={targetLines(comparison.runs, "p99")} />
      <Gauges ctx={ctx} cards={cards} />
    </>
  );
}

/** What the browser gets of the runs is what it draws: their addresses in the workspace stay here. */
async function OverTime({
  ctx,
  comparison,
  cards,
}: {
  ctx: ShareContext;
  comparison: RunComparison;
  cards: readonly RunCard[];
}) {
  const { drawn, words } = overlaidRuns(comparison, cards);
  if (drawn.length === 0) return <OverlayFrame words={words}>{null}</OverlayFrame>;
  const percentile = "p99";
  const figures = await orNotValid(readSharedOverlay(ctx, drawn, percentile));
  return (
    <OverlayFrame words={words}>
      <SharedOverlay input={overlayInput({ comparison, cards, figures, percentile })} />
    </OverlayFrame>
  );
}

/** Last on the page, since most runs have no gauges. */
async function Gauges({ ctx, cards }: { ctx: ShareContext; cards: readonly RunCard[] }) {
  const reference = cards.find(({ isReference }) => isReference)?.id ?? "";
  const found = await orNotValid(readSharedGauges(ctx, reference));
  if (found.gauges.length === 0) return null;
  return <ComparedGauges gauges={prepareComparedGauges(found, cards)} rest="not shown here" />;
}

function Card({ card, timeZone }: { card: RunCard; timeZone: string }) {
  return (
    <li aria-label={`Run ${card.letter}`} className="flex min-w-0 items-start gap-3 px-4 py-3.5 wide:px-5">
      <RunLetter position={card.position} className="mt-0.5 size-5!" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <b dir="auto" className="text-15 font-semibold [overflow-wrap:anywhere]">
            {card.experiment}
          </b>
          {/* Which run is the baseline concerns only the workspace. */}
          <RunMarks card={{ ...card, isBaseline: false }} />
        </p>
        <p className="mt-1 text-12 [overflow-wrap:anywhere] text-ink-3">
          {card.service} · {card.about} · <ViewerTime from={card.startedAt} timeZone={timeZone} />
        </p>
        {card.side === null ? null : (
          <p className="mt-1 text-12 text-ink-2">{`${card.letter} is ${card.side.words}`}</p>
        )}
      </div>
    </li>
  );
}
