import type { RunDetail } from "@headroom/services";
import { Sheet } from "@headroom/ui";
import { FiguresPanel } from "./figures-panel.tsx";
import { LabelsTable } from "./labels-table.tsx";
import { NoTimeline } from "./no-timeline.tsx";
import { prepareBeside } from "./prepare-beside.ts";
import { prepareFigures, shownSummary } from "./prepare-figures.ts";
import { prepareProofNote, prepareProofPanel } from "./prepare-proof.ts";
import { prepareRunHead } from "./prepare-run-head.ts";
import { prepareTargetCells } from "./prepare-target-cells.ts";
import { prepareWarnings } from "./prepare-warnings.ts";
import { prepareWindowBar } from "./prepare-window-bar.ts";
import { ProofPanel } from "./proof-panel.tsx";
import type { ShownRun } from "./read-run-page.ts";
import { RunHead } from "./run-head.tsx";
import { RunViewProvider } from "./run-view.tsx";
import { TargetStrip } from "./target-strip.tsx";
import { timelineFrame } from "./timeline-input.ts";
import { TimelinePanel } from "./timeline-panel.tsx";
import { WarningsSheet } from "./warnings-sheet.tsx";
import { WindowBar } from "./window-bar.tsx";

interface RunPageProps {
  detail: RunDetail;
  shown: ShownRun;
  timeZone: string;
}

/** Verdict, window, figures, what happened over time and how it was measured, labels. */
export function RunPage({ detail, shown, timeZone }: RunPageProps) {
  const { answer, steady, loadModel } = detail;
  const { view, window: whole, labelWindow } = shown;
  const window = labelWindow ?? whole;
  const { successful } = view;
  const judged = { proof: answer.proof, loadModel, steady };
  const cells = prepareTargetCells(answer, (...figure) => prepareProofNote(judged, ...figure));
  const figures = shownSummary(whole, successful);
  return (
    <RunViewProvider runId={answer.run.id} view={view}>
      <RunHead head={prepareRunHead(detail)} timeZone={timeZone} />
      <TargetStrip cells={cells} />
      <WindowBar model={prepareWindowBar(detail, window, successful)} />
      <section
        id="timeline"
        className="mt-5 grid scroll-mt-4 grid-cols-1 overflow-clip rounded-sheet border border-line bg-surface desk:grid-cols-[minmax(0,1fr)_372px]"
      >
        {answer.run.finestStepSeconds === null ? (
          <NoTimeline tool={answer.run.tool} />
        ) : (
          <TimelinePanel
            frame={timelineFrame(answer, steady, view.label)}
            run={drawnOf(detail, shown)}
            window={whole.kind === "slice" ? whole : null}
            fileName={`${detail.experiment.slug}-run-${detail.number}`}
          />
        )}
        <div className="border-t border-line desk:border-t-0 desk:border-l">
          <FiguresPanel
            label={view.label?.name ?? null}
            table={prepareFigures({
              window,
              successful,
              beside: labelWindow === null ? prepareBeside(answer, whole) : null,
            })}
          />
          <ProofPanel panel={prepareProofPanel({ proof: window.proof, loadModel, steady, window })} />
        </div>
      </section>
      <WarningsSheet warnings={prepareWarnings(answer)} />
      <Sheet label="Labels" className="mt-5 divide-y-0">
        <LabelsTable
          requests={figures.requests}
          targets={answer.targets}
          first={shown.labels}
          firstView={view}
        />
      </Sheet>
    </RunViewProvider>
  );
}

/** What the charts draw: the whole run, or the window that was chosen in it. */
function drawnOf({ answer: { summary } }: RunDetail, { window }: ShownRun) {
  const drawn = window.kind === "slice" ? window.summary : summary;
  return { lengthSeconds: drawn.durationSeconds ?? 0, requests: drawn.requests ?? 0 };
}
