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

export default async function Home() {
  const [{ ctx, workspaceName }, viewer, caller] = await Promise.all([
    requireSignedIn(),
    readViewer(),
    serverCaller(),
  ]);
  const [overview, { runs: running }, next, since] = await Promise.all([
    caller.catalog.overview(),
    caller.run.running({ experimentId: null }),
    caller.readiness.next(),
    caller.catalog.openHome(),
  ]);
  const stories = mayHaveStories(overview.services) ? storiesOf((await caller.catalog.choices()).tags) : [];
  const now = new Date();
  return (
    <Shell crumbs={[{ label: workspaceName }]} viewer={viewer} page="overview">
      <OverviewPage
        model={prepareOverview(overview, now)}
        guide={<StoryStrip stories={stories} />}
        nextPeakDay={<NextPeakDay next={prepareNextPeakDay(next)} />}
        news={<NewsSheet news={prepareNews(since, overview, now)} timeZone={viewer.timeZone} />}
        running={<RunningRuns runs={running} now={now} />}
        workspaceName={workspaceName}
        timeZone={viewer.timeZone}
        mayEdit={mayDo(ctx.actor, "edit")}
      />
    </Shell>
  );
}
