import type { ReactNode } from "react";
import { expectedRate, LIVE_TRAFFIC } from "@headroom/core";
import type { RunDetail } from "@headroom/services";
import { AcceptChange } from "../verdict/accept-change.tsx";
import { CapacitySheet } from "../capacity/capacity-sheet.tsx";
import { CompareButton } from "../compare/compare-button.tsx";
import { prepareCompare } from "../compare/prepare-compare.ts";
import { ShareButton } from "../../share/share-button.tsx";
import { ChartLinksProvider } from "../timeline/chart-links.tsx";
import { runAddress } from "../view/search-params.ts";
import { JudgementSheet } from "../verdict/judgement-sheet.tsx";
import { prepareJudgement } from "../verdict/prepare-judgement.ts";
import { FiguresPanel } from "../figures/figures-panel.tsx";
import { GaugesOfTotals } from "../timeline/gauges-of-totals.tsx";
import { TotalsSheet } from "../figures/totals-sheet.tsx";
import { detailsOf } from "./edited-details.ts";
import { NotesSheet } from "./notes-sheet.tsx";
import { ConstantLoad } from "../verdict/constant-load.tsx";
import { JudgeByRules } from "../verdict/judge-by-rules.tsx";
import { latencyTargetsOf } from "../capacity/prepare-capacity.ts";
import { prepareAccept } from "../verdict/prepare-accept.ts";
import { prepareBeside } from "../figures/prepare-beside.ts";
import {
  prepareDistribution,
  prepareHeatmapFrame,
  shownDistribution,
} from "../timeline/prepare-distribution.ts";
import { countedItems } from "../tables/prepare-labels.ts";
import { prepareFigures, shownSummary } from "../figures/prepare-figures.ts";
import { prepareHonesty } from "../verdict/prepare-honesty.ts";
import { prepareProofNote, prepareProofPanel } from "../figures/prepare-proof.ts";
import { CountErrors } from "../verdict/count-errors.tsx";
import { prepareNextHere } from "../verdict/prepare-next.ts";
import { prepareRunHead } from "./prepare-run-head.ts";
import { prepareTargetCells } from "../verdict/prepare-target-cells.ts";
import { prepareWarnings } from "../verdict/prepare-warnings.ts";
import { prepareWindowBar } from "../timeline/prepare-window-bar.ts";
import { prepareWorkload } from "../figures/prepare-workload.ts";
import { ProofPanel } from "../figures/proof-panel.tsx";
import type { ShownRun } from "./read-run-page.ts";
import { ExportMenu, RunActions } from "./run-actions.tsx";
import { RunHead } from "./run-head.tsx";
import { RunTabs } from "./run-tabs.tsx";
import { runTitle } from "../view/run-title.ts";
import { RunViewProvider } from "../view/run-view.tsx";
import { SupportingCharts } from "../timeline/supporting-charts.tsx";
import { TargetStrip } from "../verdict/target-strip.tsx";
import { timelineFrame } from "../timeline/timeline-input.ts";
import type { TimelineFrame } from "../timeline/timeline-input.ts";
import { stretchOf } from "../timeline/timeline-steps.ts";
import { TimelinePanel } from "../timeline/timeline-panel.tsx";
import { WarningsSheet } from "../verdict/warnings-sheet.tsx";
import { WindowBar } from "../timeline/window-bar.tsx";
import { windowName } from "../view/window-words.ts";
import { WorkloadPanel } from "../figures/workload-panel.tsx";

interface RunPageProps {
  detail: RunDetail;
  shown: ShownRun;
  timeZone: string;
  /** The run beside its level and the run before it. */
  compared: ReactNode;
  ingestUrl: string;
  mayEdit: boolean;
}

/** Verdict and window, figures, what happened over time and how it was measured, tables. */
export function RunPage({ detail, shown, compared, timeZone, ingestUrl, mayEdit }: RunPageProps) {
  const { answer, steady } = detail;
  const { view, events } = shown;
  const window = figuresWindow(shown);
  const { successful } = view;
  const frame = timelineFrame(answer, steady, view.label, expectedRate(detail.workload));
  const fileName = `${detail.experiment.slug}-run-${detail.number}`;
  return (
    <RunViewProvider runId={answer.run.id} view={view}>
      <ChartLinksProvider>
        <Head
          detail={detail}
          reference={shown.reference}
          timeZone={timeZone}
          ingestUrl={ingestUrl}
          mayEdit={mayEdit}
        />
        <Judgement shown={shown} runId={answer.run.id} />
        <Targets detail={detail} />
        <div className={hasStrip(detail) ? "" : "-mt-5"}>{compared}</div>
        {answer.phase?.ramp === true ? (
          <CapacitySheet targets={latencyTargetsOf(answer.targets)} fileName={fileName} />
        ) : null}
        <Window detail={detail} shown={shown} mayEdit={mayEdit} timeZone={timeZone} />
        <Below>
          {isOverTime(detail) ? (
            <section
              id="timeline"
              className="mt-5 grid scroll-mt-4 grid-cols-1 overflow-clip rounded-sheet border border-line bg-surface desk:grid-cols-[minmax(0,1fr)_372px] paper:block"
            >
              <OverTime detail={detail} shown={shown} frame={frame} fileName={fileName} mayEdit={mayEdit} />
              <Measured detail={detail} shown={shown} />
            </section>
          ) : (
            <Totals detail={detail} shown={shown} fileName={fileName} />
          )}
        </Below>
        <Below>
          <WarningsSheet warnings={[...prepareHonesty(detail, window), ...prepareWarnings(answer)]} />
          <NotesSheet notes={detail.notes} changed={detail.changed} configuration={detail.configuration} />
        </Below>
        <Below>
          <SupportingCharts
            heatmap={prepareHeatmapFrame({ detail, frame, events, window: chosenSlice(shown) })}
            distribution={shownDistribution(window, successful)}
            frame={prepareDistribution(detail, window, { successful, frame })}
            fileName={fileName}
          />
        </Below>
        <Below>
          <RunTabs
            {...prepareTables(detail, shown, { fileName, p99TargetMs: frame.p99TargetMs })}
            ingestUrl={ingestUrl}
            timeZone={timeZone}
            mayEdit={mayEdit}
          />
        </Below>
      </ChartLinksProvider>
    </RunViewProvider>
  );
}

/** What a phone lays out when it comes close. */
function Below({ children }: { children: ReactNode }) {
  return (
    <div className="max-wide:[contain-intrinsic-size:auto_900px] max-wide:[content-visibility:auto] print:[content-visibility:visible]">
      {children}
    </div>
  );
}

interface PartProps {
  detail: RunDetail;
  shown: ShownRun;
}

interface OverTimeProps extends PartProps {
  frame: TimelineFrame;
  fileName: string;
  mayEdit: boolean;
}

/** Nothing to choose for a run of totals whose failed requests aren't known apart. */
function Window({ detail, shown, mayEdit, timeZone }: PartProps & { mayEdit: boolean; timeZone: string }) {
  const model = prepareWindowBar(detail, figuresWindow(shown), shown.view.successful);
  if (model.span === null && !model.hasSuccessful) return null;
  return <WindowBar model={model} mayEdit={mayEdit} timeZone={timeZone} />;
}

/** A run that has nothing over time but what was measured beside it. */
function Totals({ detail, shown, fileName }: PartProps & { fileName: string }) {
  const { run } = detail.answer;
  return (
    <TotalsSheet
      tool={run.tool}
      table={figuresTable(detail, shown)}
      proof={proofPanel(detail, shown)}
      workload={prepareWorkload(detail)}
      gauges={
        detail.gaugesTotal === 0 ? null : (
          <GaugesOfTotals run={run} events={shown.events} fileName={fileName} title={runTitle(detail)} />
        )
      }
    />
  );
}

function OverTime({ detail, shown, frame, fileName, mayEdit }: OverTimeProps) {
  const { gaugesTotal } = detail;
  const { events, comments } = shown;
  return (
    <TimelinePanel
      frame={frame}
      events={events}
      comments={comments}
      run={drawnOf(detail, shown)}
      window={chosenSlice(shown)}
      fileName={fileName}
      title={runTitle(detail)}
      gaugesTotal={gaugesTotal}
      mayEdit={mayEdit}
    />
  );
}

/** Beside the timeline: the workload, the figures of the window, and how they were measured. */
function Measured({ detail, shown }: PartProps) {
  const workload = prepareWorkload(detail);
  return (
    <div className="border-t border-line desk:border-t-0 desk:border-l paper:grid paper:grid-cols-2">
      {workload === null ? null : <WorkloadPanel model={workload} className="border-b border-line" />}
      <FiguresPanel label={shown.view.label?.name ?? null} table={figuresTable(detail, shown)} />
      <ProofPanel panel={proofPanel(detail, shown)} className="border-t border-line" />
    </div>
  );
}

function figuresTable({ answer, price }: RunDetail, shown: ShownRun) {
  const { view, window: whole, labelWindow } = shown;
  return prepareFigures({
    window: figuresWindow(shown),
    successful: view.successful,
    beside: labelWindow === null ? prepareBeside(answer, whole) : null,
    price: labelWindow === null ? price : null,
  });
}

function proofPanel({ loadModel, steady }: RunDetail, shown: ShownRun) {
  const window = figuresWindow(shown);
  return prepareProofPanel({ proof: window.proof, loadModel, steady, window });
}

interface HeadProps {
  detail: RunDetail;
  reference: ShownRun["reference"];
  timeZone: string;
  ingestUrl: string;
  mayEdit: boolean;
}

function Head({ detail, reference, timeZone, ingestUrl, mayEdit }: HeadProps) {
  const { answer, experiment, number } = detail;
  const { id } = answer.run;
  const accept = prepareAccept(detail);
  return (
    <RunHead
      head={prepareRunHead(detail)}
      timeZone={timeZone}
      isBaseline={detail.isBaseline}
      next={prepareNextHere(detail.judgements.own?.next ?? null, {
        runId: id,
        experiment,
        service: detail.service,
      })}
      noteAction={mayEdit ? <Questions detail={detail} /> : null}
      actions={
        <>
          <CompareButton model={prepareCompare({ id, experiment: experiment.name }, reference)} />
          <ExportMenu ingestUrl={ingestUrl} hasCells={isOverTime(detail)} />
          {mayEdit ? <ShareButton subject={{ kind: "run", runId: id }} name={`Run ${number}`} /> : null}
          {mayEdit ? (
            <RunActions
              model={{
                experiment,
                number,
                isBaseline: detail.isBaseline,
                isSetAside: detail.setAside !== null && detail.copyOf === null,
                details: detailsOf(detail),
              }}
            />
          ) : null}
        </>
      }
    >
      {mayEdit && asksForErrors(answer) ? <CountErrors experimentId={experiment.id} /> : null}
      {accept === null ? null : <AcceptChange model={accept} mayEdit={mayEdit} />}
    </RunHead>
  );
}

/** What only people know about its experiment. */
function Questions({ detail: { judgements, constantLoad, experiment } }: Pick<HeadProps, "detail">) {
  return (
    <>
      {judgements.byEarlierRules ? <JudgeByRules experimentId={experiment.id} /> : null}
      {constantLoad === null ? null : (
        <ConstantLoad experimentId={experiment.id} answer={constantLoad.answer} />
      )}
    </>
  );
}

function asksForErrors({ codes }: RunDetail["answer"]): boolean {
  return codes?.isOpen === true && codes.wanted === null;
}

/** The one that the address names: what the report of a gate links to. */
function Judgement({ shown: { judgement, view }, runId }: { shown: ShownRun; runId: string }) {
  if (judgement === null) return null;
  const closeHref = runAddress(runId, { ...view, judgement: null });
  return <JudgementSheet model={prepareJudgement(judgement)} closeHref={closeHref} />;
}

function Targets({ detail }: { detail: RunDetail }) {
  const { answer, loadModel, steady } = detail;
  if (!hasStrip(detail)) return null;
  const judged = { proof: answer.proof, loadModel, steady };
  return (
    <TargetStrip cells={prepareTargetCells(answer, (...figure) => prepareProofNote(judged, ...figure))} />
  );
}

/** Without targets, the table of a run of totals has the same figures. */
function hasStrip(detail: RunDetail): boolean {
  return detail.answer.targets.length > 0 || isOverTime(detail);
}

function isOverTime({ answer }: RunDetail): boolean {
  return answer.run.finestStepSeconds !== null;
}

/** Of the chosen label, or of all requests. */
function figuresWindow({ labelWindow, window }: ShownRun) {
  return labelWindow ?? window;
}

/** Null: the whole run is drawn. */
function chosenSlice({ window }: ShownRun) {
  return window.kind === "custom" ? window : null;
}

/** What the tables below the charts show. */
function prepareTables(
  detail: RunDetail,
  shown: ShownRun,
  { fileName, p99TargetMs }: { fileName: string; p99TargetMs: number | null },
) {
  const { answer, parts, origin } = detail;
  const { view, window: whole, labels: first, events, comments } = shown;
  const window = figuresWindow(shown);
  const { errors, requests } = window.summary;
  return {
    labels: {
      requests: shownSummary(whole, view.successful).requests,
      items: countedItems(shownSummary(whole, view.successful)),
      errorsAtLeast: whole.summary.errorsAtLeast,
      targets: answer.targets,
      first,
      firstView: view,
    },
    errors:
      answer.summary.errors === null
        ? null
        : {
            total: errorsOfRun(shown, answer.summary.errors),
            inWindow: window.kind === "whole" ? null : { name: windowName(window), errors, requests },
            origin: origin?.toISOString() ?? null,
          },
    slices: isOverTime(detail)
      ? { wholeMs: shownSummary(window, view.successful).latencyMs.p99, targetMs: p99TargetMs }
      : null,
    gauges: {
      total: detail.gaugesTotal,
      run: answer.run,
      fileName,
      title: runTitle(detail),
      steady: answer.steady !== null,
    },
    isLiveTraffic: answer.run.tool === LIVE_TRAFFIC,
    events,
    comments,
    parts,
    hosts: answer.hosts,
    reparse: answer.reparse,
    origin: origin?.toISOString() ?? null,
  };
}

/** Of the requests that are looked at; 0 for a label in a window, of which only the window was read. */
function errorsOfRun(shown: ShownRun, ofRun: number): number {
  const { kind, summary } = figuresWindow(shown);
  if (kind === "whole") return summary.errors ?? ofRun;
  return shown.labelWindow === null ? ofRun : 0;
}

/** What the charts draw: the whole run, or the window that was chosen in it. */
function drawnOf({ answer: { summary } }: RunDetail, { window }: ShownRun) {
  return stretchOf(window.kind === "custom" ? window.summary : summary);
}
