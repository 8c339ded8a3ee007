import type { RunDetail, ShareContext } from "@headroom/services";
import { PageHead, Sentence, Sheet, SheetTitle, VerdictPill } from "@headroom/ui";
import { ChartLinksProvider } from "../timeline/chart-links.tsx";
import { DeltaLine } from "../../delta/delta-line.tsx";
import { FiguresPanel } from "../figures/figures-panel.tsx";
import { TotalsSheet } from "../figures/totals-sheet.tsx";
import { GaugesTable } from "../tables/gauges-table.tsx";
import { prepareBeside } from "../figures/prepare-beside.ts";
import {
  prepareDistribution,
  prepareHeatmapFrame,
  shownDistribution,
} from "../timeline/prepare-distribution.ts";
import { prepareFigures } from "../figures/prepare-figures.ts";
import { clockFrom, prepareGaugeRows } from "../tables/prepare-gauge-rows.ts";
import { prepareHonesty } from "../verdict/prepare-honesty.ts";
import { prepareProofNote, prepareProofPanel } from "../figures/prepare-proof.ts";
import { prepareRunHead } from "../page/prepare-run-head.ts";
import { prepareTargetCells } from "../verdict/prepare-target-cells.ts";
import { prepareWarnings } from "../verdict/prepare-warnings.ts";
import { ProofPanel } from "../figures/proof-panel.tsx";
import { runTitle } from "../view/run-title.ts";
import { TargetStrip } from "../verdict/target-strip.tsx";
import { timelineFrame } from "../timeline/timeline-input.ts";
import { LabelFilterLine } from "../verdict/label-filter-line.tsx";
import { WarningsSheet } from "../verdict/warnings-sheet.tsx";
import { ReadAgainWhile } from "../../shell/read-again.tsx";
import { SetAsideTag } from "../../shell/set-aside-tag.tsx";
import { SimulatedTag } from "../../shell/simulated-tag.tsx";
import { ViewerTime } from "../../shell/viewer-time.tsx";
import { orNotValid } from "../../share/open-shared.ts";
import { NotesSheet } from "../page/notes-sheet.tsx";
import { prepareSharedLabels } from "./prepare-shared-labels.ts";
import { readSharedRun } from "./read-shared-run.ts";
import type { SharedRunData } from "./read-shared-run.ts";
import { SharedGaugeAxes, SharedGauges } from "./shared-gauges.tsx";
import { SharedSupporting } from "./shared-supporting.tsx";
import { SharedTimeline } from "./shared-timeline.tsx";
import { SharedLabels } from "./shared-labels.tsx";

interface SharedRunProps {
  ctx: ShareContext;
  runId: string;
  timeZone: string;
}

/** A run for people outside, as members see it first: the verdict in words, its results and their proof, and what happened over time. */
export async function SharedRun({ ctx, runId, timeZone }: SharedRunProps) {
  const { detail, window, labels, gauges: beside, overTime } = await orNotValid(readSharedRun(ctx, runId));
  const { answer, steady, loadModel } = detail;
  const { gauges } = beside;
  const frame = timelineFrame(answer, steady);
  const fileName = `${detail.experiment.slug}-run-${detail.number}`;
  const judged = { proof: answer.proof, loadModel, steady };
  const table = prepareFigures({ window, successful: false, beside: prepareBeside(answer, window) });
  const proof = prepareProofPanel({ proof: window.proof, loadModel, steady, window });
  return (
    <ChartLinksProvider>
      <Head detail={detail} timeZone={timeZone} />
      {answer.targets.length === 0 && overTime === null ? null : (
        <TargetStrip cells={prepareTargetCells(answer, (...figure) => prepareProofNote(judged, ...figure))} />
      )}
      {overTime === null ? (
        <TotalsSheet
          tool={answer.run.tool}
          table={table}
          proof={proof}
          workload={null}
          gauges={
            gauges.length === 0 ? null : (
              <SharedGauges
                run={answer.run}
                events={[]}
                gauges={gauges}
                fileName={fileName}
                title={runTitle(detail)}
              />
            )
          }
        />
      ) : (
        <section className="mt-5 grid grid-cols-1 overflow-clip rounded-sheet border border-line bg-surface desk:grid-cols-[minmax(0,1fr)_340px] paper:block">
          <SharedTimeline
            frame={frame}
            figures={overTime.figures}
            gauges={gauges}
            fileName={fileName}
            title={runTitle(detail)}
          />
          <div className="border-t border-line desk:border-t-0 desk:border-l paper:grid paper:grid-cols-[1.2fr_1fr]">
            <FiguresPanel label={null} table={table} />
            <ProofPanel panel={proof} className="border-t border-line" />
          </div>
        </section>
      )}
      <WarningsSheet warnings={[...prepareHonesty(detail, window), ...prepareWarnings(answer)]} />
      {/* Empty unless the link shows them. */}
      <NotesSheet notes={null} changed={detail.changed} configuration={detail.configuration} />
      <SharedSupporting
        heatmap={prepareHeatmapFrame({ detail, frame, events: [], window: null })}
        figures={overTime?.heatmap ?? null}
        distribution={shownDistribution(window, false)}
        frame={prepareDistribution(detail, window, { successful: false, frame })}
        fileName={fileName}
      />
      {gauges.length === 0 ? null : <Gauges detail={detail} beside={beside} fileName={fileName} />}
      <SharedLabels model={prepareSharedLabels({ targets: answer.targets, window, labels })} />
    </ChartLinksProvider>
  );
}

interface GaugesProps {
  detail: RunDetail;
  beside: SharedRunData["gauges"];
  fileName: string;
}

/** What gauges did, in words and in one chart. */
function Gauges({ detail, beside: { gauges, meanwhile }, fileName }: GaugesProps) {
  const { run } = detail.answer;
  return (
    <Sheet labelledBy="gauges" className="mt-5">
      <div className="px-4 pt-4 wide:px-5">
        <SheetTitle id="gauges">Gauges</SheetTitle>
      </div>
      <GaugesTable
        rows={prepareGaugeRows(gauges, clockFrom(run.startedAt))}
        of={detail.steady === null ? "run" : "steady phase"}
        during="run"
        meanwhile={meanwhile.flatMap(({ words }) => words)}
      />
      <SharedGaugeAxes
        run={run}
        gauges={gauges}
        meanwhile={meanwhile}
        fileName={fileName}
        title={runTitle(detail)}
      />
    </Sheet>
  );
}

function Head({ detail, timeZone }: { detail: RunDetail; timeZone: string }) {
  const head = prepareRunHead(detail);
  return (
    <PageHead
      eyebrow={
        <>
          <VerdictPill state={head.state} size="head" />
          <ReadAgainWhile pending={head.state === "pending"} />
          <SimulatedTag simulated={head.simulated} />
          <SetAsideTag setAside={head.setAside} />
          <span className="text-13 text-ink-2 [overflow-wrap:anywhere]">
            <bdi>{detail.service.name}</bdi>
          </span>
        </>
      }
      sentence={<Sentence lead={head.sentence.lead} rest={head.sentence.rest} />}
      below={
        <>
          <LabelFilterLine sentence={head.labelFilter} />
          {head.delta === null ? null : (
            <p className="mt-2">
              <DeltaLine delta={head.delta} figures />
            </p>
          )}
        </>
      }
      meta={
        <ul className="mt-3 flex flex-wrap gap-x-5 gap-y-1 text-13 text-ink-2">
          <li>
            {head.length === null ? null : (
              <>
                <b className="font-medium text-ink">{head.length}</b> ·{" "}
              </>
            )}
            <ViewerTime from={head.startedAt} to={head.endedAt} timeZone={timeZone} />
          </li>
          {head.meta.map(({ name, value, mono }) => (
            <li key={name} className="min-w-0 [overflow-wrap:anywhere]">
              <bdi>{name}</bdi>{" "}
              <b className={mono ? "font-mono text-[0.93em] font-medium text-ink" : "font-medium text-ink"}>
                {value}
              </b>
            </li>
          ))}
        </ul>
      }
    />
  );
}
