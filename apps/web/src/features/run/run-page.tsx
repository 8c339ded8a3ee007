import type { RunDetail } from "@headroom/services";
import { Icon, buttonClass } from "@headroom/ui";
import { AppLink } from "../shell/app-link.tsx";
import { ShareButton } from "../share/share-button.tsx";
import { ChartLinksProvider } from "./chart-links.tsx";
import { FiguresPanel } from "./figures-panel.tsx";
import { NoTimeline } from "./no-timeline.tsx";
import { NotesSheet, tagsOf } from "./notes-sheet.tsx";
import { prepareBeside } from "./prepare-beside.ts";
import { prepareDistribution, prepareHeatmapFrame, shownDistribution } from "./prepare-distribution.ts";
import { prepareFigures, shownSummary } from "./prepare-figures.ts";
import { prepareHonesty } from "./prepare-honesty.ts";
import { prepareProofNote, prepareProofPanel } from "./prepare-proof.ts";
import { prepareRunHead } from "./prepare-run-head.ts";
import { prepareTargetCells } from "./prepare-target-cells.ts";
import { prepareWarnings } from "./prepare-warnings.ts";
import { prepareWindowBar } from "./prepare-window-bar.ts";
import { expectedRate, prepareWorkload } from "./prepare-workload.ts";
import { ProofPanel } from "./proof-panel.tsx";
import type { ShownRun } from "./read-run-page.ts";
import { ExportMenu, RunActions } from "./run-actions.tsx";
import { RunHead } from "./run-head.tsx";
import { RunTabs } from "./run-tabs.tsx";
import { RunViewProvider } from "./run-view.tsx";
import { SupportingCharts } from "./supporting-charts.tsx";
import { TargetStrip } from "./target-strip.tsx";
import { timelineFrame } from "./timeline-input.ts";
import { TimelinePanel } from "./timeline-panel.tsx";
import { WarningsSheet } from "./warnings-sheet.tsx";
import { WindowBar } from "./window-bar.tsx";
import { windowName } from "./window-words.ts";
import { WorkloadPanel } from "./workload-panel.tsx";

interface RunPageProps {
  detail: RunDetail;
  shown: ShownRun;
  timeZone: string;
  ingestUrl: string;
  mayEdit: boolean;
}

/** Verdict and window, figures, what happened over time and how it was measured, tables. */
export function RunPage({ detail, shown, timeZone, ingestUrl, mayEdit }: RunPageProps) {
  const { answer, steady, loadModel } = detail;
  const { view, window: whole, labelWindow, events, comments } = shown;
  const window = labelWindow ?? whole;
  const { successful } = view;
  const overTime = answer.run.finestStepSeconds !== null;
  const drawn = whole.kind === "slice" ? whole : null;
  const frame = timelineFrame(answer, steady, view.label, expectedRate(detail.workload));
  const workload = prepareWorkload(detail);
  const fileName = `${detail.experiment.slug}-run-${detail.number}`;
  const figures = shownSummary(window, successful);
  return (
    <RunViewProvider runId={answer.run.id} view={view}>
      <ChartLinksProvider>
        <Head detail={detail} timeZone={timeZone} mayEdit={mayEdit} />
        <Targets detail={detail} />
        <WindowBar
          model={prepareWindowBar(detail, window, successful)}
          mayEdit={mayEdit}
          timeZone={timeZone}
        />
        <section
          id="timeline"
          className="mt-5 grid scroll-mt-4 grid-cols-1 overflow-clip rounded-sheet border border-line bg-surface desk:grid-cols-[minmax(0,1fr)_372px]"
        >
          {overTime ? (
            <TimelinePanel
              frame={frame}
              events={events}
              comments={comments}
              run={drawnOf(detail, shown)}
              window={drawn}
              fileName={fileName}
              title={`${detail.experiment.name}, run ${detail.number}`}
              gaugesTotal={detail.gaugesTotal}
              mayEdit={mayEdit}
            />
          ) : (
            <NoTimeline tool={answer.run.tool} />
          )}
          <div className="border-t border-line desk:border-t-0 desk:border-l">
            {workload === null ? null : <WorkloadPanel model={workload} />}
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
        <WarningsSheet warnings={[...prepareHonesty(detail, window), ...prepareWarnings(answer)]} />
        <NotesSheet notes={detail.notes} tags={tagsOf(detail.labels)} />
        <SupportingCharts
          heatmap={prepareHeatmapFrame({ detail, frame, events, window: drawn })}
          distribution={shownDistribution(window, successful)}
          frame={prepareDistribution(detail, window, { successful, frame })}
          fileName={fileName}
        />
        <RunTabs
          labels={{
            requests: shownSummary(whole, successful).requests,
            targets: answer.targets,
            first: shown.labels,
            firstView: view,
          }}
          errors={{
            total: answer.summary.errors,
            inWindow:
              window.kind === "whole"
                ? null
                : {
                    name: windowName(window),
                    errors: window.summary.errors,
                    requests: window.summary.requests,
                  },
          }}
          slices={
            overTime
              ? {
                  wholeMs: figures.latencyMs.p99,
                  targetMs: frame.p99TargetMs,
                }
              : null
          }
          events={events}
          comments={comments}
          parts={detail.parts}
          reparse={answer.reparse}
          origin={detail.origin?.toISOString() ?? null}
          ingestUrl={ingestUrl}
          timeZone={timeZone}
          mayEdit={mayEdit}
        />
      </ChartLinksProvider>
    </RunViewProvider>
  );
}

interface HeadProps {
  detail: RunDetail;
  timeZone: string;
  mayEdit: boolean;
}

function Head({ detail, timeZone, mayEdit }: HeadProps) {
  const { answer, experiment, number, notes, environment, commit, branch, ciUrl, editedAt } = detail;
  const { id } = answer.run;
  const compared = answer.comparison === null ? [id] : [answer.comparison.baseline.id, id];
  const details = { notes, tags: tagsOf(detail.labels), environment, commit, branch, ciUrl, editedAt };
  return (
    <RunHead
      head={prepareRunHead(detail)}
      timeZone={timeZone}
      isBaseline={detail.isBaseline}
      actions={
        <>
          <AppLink href={`/comparisons?runs=${compared.join(",")}`} className={buttonClass("plain")}>
            <Icon name="compare" />
            Compare
          </AppLink>
          <ExportMenu />
          {mayEdit ? <ShareButton subject={{ kind: "run", runId: id }} name={`Run ${number}`} /> : null}
          {mayEdit ? (
            <RunActions model={{ experiment, number, isBaseline: detail.isBaseline, details }} />
          ) : null}
        </>
      }
    />
  );
}

function Targets({ detail }: { detail: RunDetail }) {
  const { answer, loadModel, steady } = detail;
  const judged = { proof: answer.proof, loadModel, steady };
  return (
    <TargetStrip cells={prepareTargetCells(answer, (...figure) => prepareProofNote(judged, ...figure))} />
  );
}

/** What the charts draw: the whole run, or the window that was chosen in it. */
function drawnOf({ answer: { summary } }: RunDetail, { window }: ShownRun) {
  const drawn = window.kind === "slice" ? window.summary : summary;
  return { lengthSeconds: drawn.durationSeconds ?? 0, requests: drawn.requests ?? 0 };
}
