import type { Metadata } from "next";
import { mayDo } from "@headroom/services";
import type { ExperimentDetail } from "@headroom/services";
import { ExperimentPage } from "../../../../features/experiment/experiment-page.tsx";
import { PageCommands } from "../../../../features/shell/page-commands.ts";
import { uploadAddress } from "../../../../features/shell/upload-address.ts";
import { serviceAddress } from "../../../../features/shell/service-address.ts";
import { readOpened, readRunsQuery } from "../../../../features/experiment/search-params.ts";
import { usualMetric } from "../../../../features/experiment/row-metric.ts";
import { Shell } from "../../../../features/shell/shell.tsx";
import { RunningRuns } from "../../../../features/shell/running-runs.tsx";
import { readViewer } from "../../../../features/shell/viewer.ts";
import { readTrendQuery, trendRange } from "../../../../features/trend/search-params.ts";
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
  const search = await searchParams;
  const runsQuery = readRunsQuery(id, search);
  const { page, which } = runsQuery;
  const caller = await serverCaller();
  const [detail, viewer, { ctx }] = await Promise.all([readExperiment(id), readViewer(), requireSignedIn()]);
  const [newest] = detail.recentRuns;
  const query = readTrendQuery(search, usualMetric(detail));
  const [trend, runs, { runs: running }, likeness, reference] = await Promise.all([
    orNotFound(caller.trend.get({ experimentId: id, ...query, ...trendRange(query) })),
    // After the count of runs that wait to be judged again: once nothing waits, the page doesn't look again.
    orNotFound(caller.experiment.runs({ experimentId: id, page, which })),
    caller.run.running({ experimentId: detail.id }),
    newest === undefined ? null : caller.run.likeness({ runId: newest.id }),
    newest === undefined ? null : caller.run.reference({ runId: newest.id }),
  ]);
  const now = new Date();
  const crumbs = [
    { label: detail.service.name, href: serviceAddress(detail.service.slug) },
    { label: detail.name },
  ];
  return (
    <Shell crumbs={crumbs} viewer={viewer} page="experiments">
      <PageCommands commands={commandsOf(detail)} />
      <TrpcProvider>
        <ExperimentPage
          detail={detail}
          trend={trend}
          query={query}
          runs={runs}
          runsQuery={runsQuery}
          opened={readOpened(search)}
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

/** Those that may not edit are told so on the page of the form. */
function commandsOf({ id, name, service }: ExperimentDetail) {
  const page = `/experiments/${id}`;
  return [
    { title: `Trend of ${name}`, words: "slower faster changes over time", href: `${page}/trend` },
    { title: `Capacity of ${name}`, words: "ramp knee users", href: `${page}/capacity` },
    {
      title: `Upload a run of ${name}`,
      words: "send import",
      href: uploadAddress({ service: service.name, experiment: name }),
    },
    { title: `Edit ${name}`, words: "targets workload", href: `${page}/edit` },
    { title: `Open ${service.name}`, words: "service", href: serviceAddress(service.slug) },
  ];
}
