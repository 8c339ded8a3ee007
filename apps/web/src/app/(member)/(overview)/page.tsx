import type { Metadata } from "next";
import { mayDo } from "@headroom/services";
import { OverviewPage } from "../../../features/overview/overview-page.tsx";
import { NewsSheet } from "../../../features/overview/news-sheet.tsx";
import { prepareNews } from "../../../features/overview/prepare-news.ts";
import { prepareLatest } from "../../../features/overview/prepare-latest.ts";
import { prepareOverview } from "../../../features/overview/prepare-overview.ts";
import { GatesSheet } from "../../../features/overview/gates/gates-sheet.tsx";
import { prepareGates } from "../../../features/overview/gates/prepare-gates.ts";
import { PeaksSheet } from "../../../features/readiness/next/peaks-sheet.tsx";
import { peakSentence, prepareLive } from "../../../features/readiness/next/prepare-live.ts";
import { prepareNext } from "../../../features/readiness/next/prepare-next.ts";
import { Shell } from "../../../features/shell/shell.tsx";
import { RunningRuns } from "../../../features/shell/running-runs.tsx";
import { readViewer } from "../../../features/shell/viewer.ts";
import { mayHaveStories, storiesOf } from "../../../features/story/find-stories.ts";
import { DemoNotice } from "../../../features/demo/demo-notice.tsx";
import { DemoOffer } from "../../../features/overview/demo-offer.tsx";
import { findDemo } from "../../../features/story/find-demo.ts";
import { StoryStart, StoryStrip } from "../../../features/story/story-strip.tsx";
import { serverCaller } from "../../../server/server-caller.ts";
import { requireSignedIn } from "../../../server/session.ts";

export const metadata: Metadata = { title: "Overview · Headroom" };

interface Props {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

/** Null: by anybody. Owners are typed by hand. */
function isOwnedBy(owner: string | null, run: { owner: string | null }): boolean {
  return owner === null || run.owner?.toLowerCase() === owner.toLowerCase();
}

export default async function Home({ searchParams }: Props) {
  const [{ ctx, workspaceName }, viewer, caller, { owner }] = await Promise.all([
    requireSignedIn(),
    readViewer(),
    serverCaller(),
    searchParams,
  ]);
  const isMine = owner === "me";
  const [overview, { runs: running }, next, since, loaded] = await Promise.all([
    caller.catalog.overview({ isMine }),
    caller.run.running({ experimentId: null }),
    caller.readiness.next({ isMine }),
    caller.catalog.openHome({ isMine }),
    caller.demo.state(),
  ]);
  const stories = mayHaveStories(overview.services) ? storiesOf((await caller.catalog.choices()).tags) : [];
  const elsewhere = overview.services.length === 0 ? await findDemo() : null;
  const mayEdit = mayDo(ctx.actor, "edit");
  const now = new Date();
  const peak = prepareNext(next);
  const live = prepareLive(next?.running ?? [], now.toISOString());
  return (
    <Shell crumbs={[{ label: workspaceName }]} viewer={viewer} page="overview">
      <OverviewPage
        model={prepareOverview(overview, now)}
        latest={prepareLatest(overview, now)}
        guide={stories.length === 0 ? null : <StoryStrip stories={stories} />}
        start={<StoryStart stories={stories} />}
        nextPeakDay={<PeaksSheet live={live} next={peak} />}
        gates={<GatesSheet gates={prepareGates(overview.gates, now, viewer.timeZone)} />}
        news={<NewsSheet news={prepareNews(since, overview, now)} timeZone={viewer.timeZone} />}
        running={<RunningRuns runs={running.filter((run) => isOwnedBy(overview.owner, run))} now={now} />}
        peak={peakSentence(next?.running ?? [], peak)}
        mine={isMine || overview.mine > 0 ? { isMine, count: overview.mine } : null}
        demo={<DemoOffer loaded={loaded} elsewhere={elsewhere} mayEdit={mayEdit} />}
        loaded={<DemoNotice demo={loaded} mayEdit={mayEdit} />}
        workspaceName={workspaceName}
        mayEdit={mayEdit}
      />
    </Shell>
  );
}
