import type { Metadata } from "next";
import { mayDo } from "@headroom/services";
import { ExperimentPage } from "../../../../features/experiment/experiment-page.tsx";
import { readRunsPage } from "../../../../features/experiment/search-params.ts";
import { Shell } from "../../../../features/shell/shell.tsx";
import { RunningRuns } from "../../../../features/shell/running-runs.tsx";
import { readViewer } from "../../../../features/shell/viewer.ts";
import { env } from "../../../../server/env.ts";
import { orNotFound, serverCaller } from "../../../../server/server-caller.ts";
import { requireSignedIn } from "../../../../server/session.ts";
import { TrpcProvider } from "../../../../trpc/client.tsx";
import { readExperiment } from "./read-experiment.ts";

interface Props {
  params: Promise<{ id: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { name } = await readExperiment((await params).id);
  return { title: `${name} · Headroom` };
}

export default async function Experiment({ params, searchParams }: Props) {
  const { id } = await params;
  const page = readRunsPage(await searchParams);
  const caller = await serverCaller();
  const [detail, viewer, { ctx }] = await Promise.all([readExperiment(id), readViewer(), requireSignedIn()]);
  const [newest] = detail.recentRuns;
  const [runs, { runs: running }, likeness, reference] = await Promise.all([
    // After the count of runs that wait to be judged again: once nothing waits, the page doesn't look again.
    orNotFound(caller.experiment.runs({ experimentId: id, page })),
    caller.run.running({ experimentId: detail.id }),
    newest === undefined ? null : caller.run.likeness({ runId: newest.id }),
    newest === undefined ? null : caller.run.reference({ runId: newest.id }),
  ]);
  const now = new Date();
  const crumbs = [
    { label: detail.service.name, href: `/catalog?service=${encodeURIComponent(detail.service.slug)}` },
    { label: detail.name },
  ];
  return (
    <Shell crumbs={crumbs} viewer={viewer} page="catalog">
      <TrpcProvider>
        <ExperimentPage
          detail={detail}
          runs={runs}
          page={page}
          timeZone={viewer.timeZone}
          webUrl={env().HEADROOM_WEB_URL}
          mayEdit={mayDo(ctx.actor, "edit")}
          now={now}
          likeness={likeness}
          reference={reference}
          running={<RunningRuns runs={running} now={now} />}
        />
      </TrpcProvider>
    </Shell>
  );
}
