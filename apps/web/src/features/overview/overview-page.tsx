import type { ReactNode } from "react";
import { EmptyState, Icon, Muted, PageHead, Sentence, Sheet, buttonClass } from "@headroom/ui";
import { RefreshWhile } from "../shell/refresh-while.tsx";
import { AppLink } from "../shell/app-link.tsx";
import { LatestRuns } from "./latest-runs.tsx";
import type { OverviewModel } from "./prepare-overview.ts";
import { ServicesTable } from "./services-table.tsx";

interface OverviewPageProps {
  model: OverviewModel;
  /** Where to begin in the demo. */
  guide: ReactNode;
  nextPeakDay: ReactNode;
  /** What got worse since the last visit. */
  news: ReactNode;
  /** Runs that are being received. */
  running: ReactNode;
  workspaceName: string;
  timeZone: string;
  mayEdit: boolean;
}

/** Services with their latest outcomes and tested capacity, and the latest runs. */
export function OverviewPage(props: OverviewPageProps) {
  const { model, guide, nextPeakDay, news, running, workspaceName, timeZone, mayEdit } = props;
  if (model.empty) {
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
            </div>
          </EmptyState>
        </Sheet>
      </>
    );
  }
  return (
    <>
      <PageHead
        eyebrow={<span className="wrap-anywhere">{workspaceName}</span>}
        sentence={<Sentence lead={model.sentence.lead} rest={model.sentence.rest} />}
        actions={
          mayEdit ? (
            <AppLink href="/upload" className={buttonClass("primary")}>
              <Icon name="upload" />
              Upload a run
            </AppLink>
          ) : null
        }
      />
      {guide}
      {nextPeakDay}
      {news}
      {running}
      <ServicesTable services={model.services} more={model.more} timeZone={timeZone} />
      <LatestRuns runs={model.runs} timeZone={timeZone} />
      <RefreshWhile pending={model.pending} />
    </>
  );
}
