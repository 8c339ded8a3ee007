import type { RunDetail } from "@headroom/services";
import { FIRST_LABELS } from "./label-page.ts";
import { LabelsTable } from "./labels-table.tsx";
import { FiguresPanel } from "./figures-panel.tsx";
import { pageLabels } from "./page-labels.ts";
import { prepareFigures } from "./prepare-figures.ts";
import { prepareProofNote, prepareProofPanel } from "./prepare-proof.ts";
import { prepareRunHead } from "./prepare-run-head.ts";
import { prepareTargetCells } from "./prepare-target-cells.ts";
import { prepareWarnings } from "./prepare-warnings.ts";
import { NoTimeline } from "./no-timeline.tsx";
import { ProofPanel } from "./proof-panel.tsx";
import { RunHead } from "./run-head.tsx";
import { TargetStrip } from "./target-strip.tsx";
import { timelineFrame } from "./timeline-input.ts";
import { TimelinePanel } from "./timeline-panel.tsx";
import { WarningsSheet } from "./warnings-sheet.tsx";

interface RunPageProps {
  detail: RunDetail;
  timeZone: string;
}

/** Verdict, figures, what happened over time and how it was measured, labels. */
export function RunPage({ detail, timeZone }: RunPageProps) {
  const { answer, steady, loadModel } = detail;
  const proofInput = { proof: answer.proof, loadModel, steady };
  const cells = prepareTargetCells(answer, (...figure) => prepareProofNote(proofInput, ...figure));
  return (
    <>
      <RunHead head={prepareRunHead(detail)} timeZone={timeZone} />
      <TargetStrip cells={cells} />
      <section className="mt-5 grid grid-cols-1 overflow-clip rounded-sheet border border-line bg-surface desk:grid-cols-[minmax(0,1fr)_372px]">
        {answer.run.finestStepSeconds === null ? (
          <NoTimeline tool={answer.run.tool} />
        ) : (
          <TimelinePanel
            runId={answer.run.id}
            frame={timelineFrame(answer, steady)}
            run={{
              lengthSeconds: answer.summary.durationSeconds ?? 0,
              requests: answer.summary.requests ?? 0,
            }}
            fileName={`${detail.experiment.slug}-run-${detail.number}`}
          />
        )}
        <div className="border-t border-line desk:border-t-0 desk:border-l">
          <FiguresPanel table={prepareFigures(answer)} />
          <ProofPanel panel={prepareProofPanel(proofInput)} />
        </div>
      </section>
      <WarningsSheet warnings={prepareWarnings(answer)} />
      <LabelsTable
        runId={answer.run.id}
        total={answer.summary.labelsTotal}
        requests={answer.summary.requests}
        targets={answer.targets}
        first={pageLabels(answer.summary.labels, FIRST_LABELS)}
      />
    </>
  );
}
