import type { RunDetail, ShareContext } from "@headroom/services";
import { PageHead, Sentence, Sheet, SheetTitle, VerdictPill } from "@headroom/ui";
import { ChartLinksProvider } from "../chart-links.tsx";
import { FiguresPanel } from "../figures-panel.tsx";
import { GaugesTable } from "../gauges-table.tsx";
import { NoTimeline } from "../no-timeline.tsx";
import { prepareBeside } from "../prepare-beside.ts";
import { prepareDistribution, prepareHeatmapFrame, shownDistribution } from "../prepare-distribution.ts";
import { prepareFigures } from "../prepare-figures.ts";
import { clockFrom, prepareGaugeRows } from "../prepare-gauge-rows.ts";
import { prepareProofNote, prepareProofPanel } from "../prepare-proof.ts";
import { prepareRunHead } from "../prepare-run-head.ts";
import { prepareTargetCells } from "../prepare-target-cells.ts";
import { prepareWarnings } from "../prepare-warnings.ts";
import { ProofPanel } from "../proof-panel.tsx";
import { runTitle } from "../run-title.ts";
import { TargetStrip } from "../target-strip.tsx";
import { timelineFrame } from "../timeline-input.ts";
import { WarningsSheet } from "../warnings-sheet.tsx";
import { RefreshWhile } from "../../shell/refresh-while.tsx";
import { SetAsideTag } from "../../shell/set-aside-tag.tsx";
import { SimulatedTag } from "../../shell/simulated-tag.tsx";
import { ViewerTime } from "../../shell/viewer-time.tsx";
import { orNotValid } from "../../share/open-shared.ts";
import { NotesSheet } from "../notes-sheet.tsx";
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
  return (
    <ChartLinksProvider>
      <Head detail={detail} timeZone={timeZone} />
      <TargetStrip cells={prepareTargetCells(answer, (...figure) => prepareProofNote(judged, ...figure))} />
      <section className="mt-5 grid grid-cols-1 overflow-clip rounded-sheet border border-line bg-surface desk:grid-cols-[minmax(0,1fr)_340px] paper:block">
        {overTime === null ? (
          <NoTimeline tool={answer.run.tool}>
            {gauges.length === 0 ? null : (
              <SharedGauges
                run={answer.run}
                events={[]}
                gauges={gauges}
                fileName={fileName}
                title={runTitle(detail)}
              />
            )}
          </NoTimeline>
        ) : (
          <SharedTimeline
            frame={frame}
            figures={overTime.figures}
            gauges={gauges}
            fileName={fileName}
            title={runTitle(detail)}
          />
        )}
        <div className="border-t border-line desk:border-t-0 desk:border-l paper:grid paper:grid-cols-[1.2fr_1fr]">
          <FiguresPanel
            label={null}
            table={prepareFigures({ window, successful: false, beside: prepareBeside(answer, window) })}
          />
          <ProofPanel panel={prepareProofPanel({ proof: window.proof, loadModel, steady, window })} />
        </div>
      </section>
      <WarningsSheet warnings={prepareWarnings(answer)} />
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
          <RefreshWhile pending={head.state === "pending"} />
          <SimulatedTag simulated={head.simulated} />
          <SetAsideTag setAside={head.setAside} />
          <span className="text-13 text-ink-2 [overflow-wrap:anywhere]">
            <bdi>{detail.service.name}</bdi>
          </span>
        </>
      }
      sentence={<Sentence lead={head.sentence.lead} rest={head.sentence.rest} />}
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
