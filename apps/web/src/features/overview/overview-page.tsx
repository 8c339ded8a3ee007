import type { ReactNode } from "react";
import { EmptyState, Icon, Muted, PageHead, Sentence, Sheet, buttonClass, formatCount } from "@headroom/ui";
import { ReadAgainWhile } from "../shell/read-again.tsx";
import { AppLink } from "../shell/app-link.tsx";
import type { OverviewModel } from "./prepare-overview.ts";
import { LatestRun } from "./latest-run.tsx";
import type { LatestLine } from "./prepare-latest.ts";
import { WorseSheet } from "./worse-sheet.tsx";
import { ServicesTable } from "./services-table.tsx";

interface OverviewPageProps {
  model: OverviewModel;
  latest: LatestLine | null;
  /** The stories of the demo; null: this isn't the demo. */
  guide: ReactNode;
  /** Where to begin in them. */
  start: ReactNode;
  nextPeakDay: ReactNode;
  /** What gates report for builds. */
  gates: ReactNode;
  /** What got worse since the last visit. */
  news: ReactNode;
  /** Runs that are being received. */
  running: ReactNode;
  /** "Black Friday is at risk."; null: none is planned. */
  peak: string | null;
  /** Whose experiments are shown, and how many are the reader's; null: none is. */
  mine: { isMine: boolean; count: number } | null;
  /** What an empty workspace offers beside the first run. */
  demo: ReactNode;
  /** That the demo was loaded here; null: it wasn't. */
  loaded: ReactNode;
  workspaceName: string;
  mayEdit: boolean;
}

/** Services with their latest outcomes and tested capacity, and the latest runs. */
export function OverviewPage(props: OverviewPageProps) {
  const {
    model,
    latest,
    guide,
    start,
    nextPeakDay,
    gates,
    news,
    running,
    peak,
    mine,
    loaded,
    workspaceName,
    mayEdit,
  } = props;
  if (model.empty && mine?.isMine !== true) return <EmptyOverview {...props} />;
  const isDemo = guide !== null;
  return (
    <>
      <PageHead
        eyebrow={
          <>
            <span className="wrap-anywhere">{workspaceName}</span>
            <span>{model.size}</span>
          </>
        }
        sentence={
          <Sentence lead={model.sentence.lead} rest={[model.sentence.rest, peak ?? ""].join(" ").trim()} />
        }
        meta={
          <>
            <LatestRun latest={latest} />
            {start}
          </>
        }
        actions={
          <>
            {mine === null ? null : <Mine {...mine} />}
            {mayEdit ? (
              <AppLink href="/upload" className={buttonClass("primary")}>
                <Icon name="upload" />
                Upload a run
              </AppLink>
            ) : null}
          </>
        }
      />
      {loaded}
      {isDemo ? nextPeakDay : null}
      <WorseSheet
        rows={model.worse}
        more={model.moreWorse}
        pending={model.pending}
        better={model.better}
        betterTotal={model.betterTotal}
        mayEdit={mayEdit}
      />
      {isDemo ? null : nextPeakDay}
      {running}
      <ServicesTable services={model.services} holding={model.holding} more={model.more} mayEdit={mayEdit} />
      {guide}
      {gates}
      {news}
      <ReadAgainWhile pending={model.pending} />
    </>
  );
}

/** Nothing has run yet. */
function EmptyOverview({ workspaceName, nextPeakDay, running, demo, loaded }: OverviewPageProps) {
  return (
    <>
      <PageHead
        eyebrow={<span className="wrap-anywhere">{workspaceName}</span>}
        sentence={
          <>
            Nothing proved yet. <Muted>Your first run creates your first service.</Muted>
          </>
        }
      />
      {loaded}
      {nextPeakDay}
      {running}
      <Sheet label="First run">
        <EmptyState
          title="No services yet."
          step="Upload the results file of a load test, from CI or from this browser."
        >
          <div className="flex flex-wrap gap-2">
            <AppLink href="/first-run" className={buttonClass("primary")}>
              First run, step by step
            </AppLink>
            <AppLink href="/upload" className={buttonClass()}>
              <Icon name="upload" />
              Upload a run
            </AppLink>
            {demo}
          </div>
        </EmptyState>
      </Sheet>
    </>
  );
}

/** The two halves of a switch that is in the address. */
function Mine({ isMine, count }: { isMine: boolean; count: number }) {
  const choice = (chosen: boolean) => (chosen ? "bg-neutral-soft font-semibold text-ink" : "text-ink-2");
  return (
    <nav
      aria-label="Whose experiments"
      className="flex overflow-clip rounded-control border border-line-strong text-13"
    >
      <AppLink
        href="/"
        aria-current={isMine ? undefined : "page"}
        className={`px-3 py-1.5 ${choice(!isMine)}`}
      >
        Everyone
      </AppLink>
      <AppLink
        href="/?owner=me"
        aria-current={isMine ? "page" : undefined}
        className={`border-l border-line-strong px-3 py-1.5 ${choice(isMine)}`}
      >
        Mine <span className="text-ink-3">{formatCount(count)}</span>
      </AppLink>
    </nav>
  );
}
