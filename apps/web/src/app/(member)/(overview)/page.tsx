import type { Metadata } from "next";
import { mayDo } from "@headroom/services";
import { OverviewPage } from "../../../features/overview/overview-page.tsx";
import { NewsSheet } from "../../../features/overview/news-sheet.tsx";
import { prepareNews } from "../../../features/overview/prepare-news.ts";
import { prepareOverview } from "../../../features/overview/prepare-overview.ts";
import { NextPeakDay } from "../../../features/readiness/next-peak-day.tsx";
import { prepareNextPeakDay } from "../../../features/readiness/prepare-next-peak-day.ts";
import { Shell } from "../../../features/shell/shell.tsx";
import { RunningRuns } from "../../../features/shell/running-runs.tsx";
import { readViewer } from "../../../features/shell/viewer.ts";
import { mayHaveStories, storiesOf } from "../../../features/story/find-stories.ts";
import { StoryStrip } from "../../../features/story/story-strip.tsx";
import { serverCaller } from "../../../server/server-caller.ts";
import { requireSignedIn } from "../../../server/session.ts";

export const metadata: Metadata = { title: "Overview · Headroom" };

interface Props {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function Home({ searchParams }: Props) {
  const [{ ctx, workspaceName }, viewer, caller, { owner }] = await Promise.all([
    requireSignedIn(),
    readViewer(),
    serverCaller(),
    searchParams,
  ]);
  const isMine = owner === "me";
  const [overview, { runs: running }, next, since] = await Promise.all([
    caller.catalog.overview({ isMine }),
    caller.run.running({ experimentId: null }),
    caller.readiness.next(),
    caller.catalog.openHome(),
  ]);
  const stories = mayHaveStories(overview.services) ? storiesOf((await caller.catalog.choices()).tags) : [];
  const now = new Date();
  const peak = prepareNextPeakDay(next);
  return (
    <Shell crumbs={[{ label: workspaceName }]} viewer={viewer} page="overview">
      <OverviewPage
        model={prepareOverview(overview, now)}
        guide={<StoryStrip stories={stories} />}
        nextPeakDay={<NextPeakDay next={peak} />}
        news={<NewsSheet news={prepareNews(since, overview, now)} timeZone={viewer.timeZone} />}
        running={<RunningRuns runs={running} now={now} />}
        peak={peak === null ? null : `${peak.name}: ${peak.verdict.word.toLowerCase()}, ${peak.when}.`}
        mine={isMine || overview.mine > 0 ? { isMine } : null}
        workspaceName={workspaceName}
        timeZone={viewer.timeZone}
        mayEdit={mayDo(ctx.actor, "edit")}
      />
    </Shell>
  );
}
