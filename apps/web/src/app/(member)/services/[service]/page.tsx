import type { Metadata } from "next";
import { cache } from "react";
import { mayDo } from "@headroom/services";
import type { HeadroomAnswer } from "@headroom/contract";
import type { CatalogEntry, CatalogPage } from "@headroom/services";
import { rowOf } from "../../../../features/catalog/prepare-catalog.ts";
import { HeadroomSheet } from "../../../../features/readiness/headroom-sheet.tsx";
import { readTrafficView, spanOf } from "../../../../features/service/search-params.ts";
import { ServiceExperiments } from "../../../../features/service/service-experiments.tsx";
import type { TestedCapacity } from "../../../../features/service/prepare-now.ts";
import { prepareVerdicts } from "../../../../features/service/prepare-verdicts.ts";
import { ServicePage } from "../../../../features/service/service-page.tsx";
import { ServiceTabs } from "../../../../features/service/service-tabs.tsx";
import { Shell } from "../../../../features/shell/shell.tsx";
import { readViewer } from "../../../../features/shell/viewer.ts";
import { env } from "../../../../server/env.ts";
import { orNotFound, serverCaller } from "../../../../server/server-caller.ts";
import { requireSignedIn } from "../../../../server/session.ts";
import { decodedSlug } from "./decoded-slug.ts";
import { readService } from "./read-service.ts";

interface Props {
  params: Promise<{ service: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

/** Cached per request: the title and the page ask for the same stretch. */
const readTraffic = cache(async (slug: string, search: string) => {
  const now = new Date();
  const view = readTrafficView(Object.fromEntries(new URLSearchParams(search)));
  const caller = await serverCaller();
  const watched = await orNotFound(
    caller.service.watch({ service: slug, ...spanOf(view, now), label: view.label }),
  );
  return { watched, view, now };
});

async function readAsked({ params, searchParams }: Props) {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(await searchParams))
    if (typeof value === "string") search.set(name, value);
  return readTraffic(decodedSlug((await params).service), search.toString());
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const {
    watched: { traffic },
  } = await readAsked(props);
  return { title: `${traffic.name} · Headroom` };
}

export default async function ServiceRoute(props: Props) {
  const [{ watched, view, now }, viewer, caller, { ctx }] = await Promise.all([
    readAsked(props),
    readViewer(),
    serverCaller(),
    requireSignedIn(),
  ]);
  const { traffic } = watched;
  const [experiments, headroom, service] = await Promise.all([
    caller.catalog.list({ ...WORST_FIRST, service: traffic.service }),
    caller.readiness.headroom({ service: traffic.service }),
    readService((await props.params).service),
  ]);
  const rows = experiments.experiments.map((entry) => rowOf(entry, now, false));
  const isTested = experiments.total > 0 || headroom.peaks.length > 0;
  return (
    <Shell
      crumbs={[{ label: "Services", href: "/services" }, { label: traffic.name }]}
      viewer={viewer}
      page="services"
    >
      <ServicePage
        watched={watched}
        latest={latestOf(experiments)}
        verdict={prepareVerdicts({ rows, counts: experiments.counts })}
        capacity={capacityOf(headroom)}
        tabs={<ServiceTabs service={service} current="now" />}
        view={view}
        ingestUrl={env().HEADROOM_INGEST_URL}
        timeZone={viewer.timeZone}
        mayKeep={mayDo(ctx.actor, "ingest")}
        mayEdit={mayDo(ctx.actor, "edit")}
        headroom={
          isTested ? <HeadroomSheet brief headroom={headroom} timeZone={viewer.timeZone} now={now} /> : null
        }
      >
        <ServiceExperiments
          slug={traffic.service}
          rows={rows}
          total={experiments.total}
          isLive={traffic.latestAt !== null}
        />
      </ServicePage>
    </Shell>
  );
}

/** The experiment that ran last, of those that were read. */
function latestOf({ experiments }: CatalogPage) {
  const ranAt = ({ recentRuns: [run] }: CatalogEntry) => run?.ranAt.getTime() ?? 0;
  const [latest] = experiments.toSorted((a, b) => ranAt(b) - ranAt(a));
  return latest === undefined ? null : { slug: latest.slug, name: latest.name };
}

function capacityOf({ capacity, experiments }: HeadroomAnswer): TestedCapacity | null {
  if (capacity === null) return null;
  return { value: capacity, isProven: experiments.every(({ misses }) => misses.length === 0) };
}

const WORST_FIRST = {
  search: "",
  group: "",
  tag: "",
  environment: "",
  owner: "",
  outcome: "all",
  sort: "outcome",
  direction: "asc",
  page: 1,
} as const;
