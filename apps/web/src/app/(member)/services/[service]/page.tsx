import type { Metadata } from "next";
import { cache } from "react";
import { mayDo } from "@headroom/services";
import type { CatalogPage } from "@headroom/services";
import { HeadroomSheet } from "../../../../features/readiness/headroom-sheet.tsx";
import { readTrafficView, spanOf } from "../../../../features/service/search-params.ts";
import { ServiceExperiments } from "../../../../features/service/service-experiments.tsx";
import { ServicePage } from "../../../../features/service/service-page.tsx";
import { Shell } from "../../../../features/shell/shell.tsx";
import { readViewer } from "../../../../features/shell/viewer.ts";
import { env } from "../../../../server/env.ts";
import { orNotFound, serverCaller } from "../../../../server/server-caller.ts";
import { requireSignedIn } from "../../../../server/session.ts";
import { decodedSlug } from "./decoded-slug.ts";

interface Props {
  params: Promise<{ service: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

/** Cached per request: the title and the page ask for the same stretch. */
const readService = cache(async (slug: string, search: string) => {
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
  return readService(decodedSlug((await params).service), search.toString());
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
  const [experiments, headroom] = await Promise.all([
    caller.catalog.list({ ...EXPERIMENTS, service: traffic.service }),
    caller.readiness.headroom({ service: traffic.service }),
  ]);
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
        view={view}
        ingestUrl={env().HEADROOM_INGEST_URL}
        timeZone={viewer.timeZone}
        mayKeep={mayDo(ctx.actor, "ingest")}
        mayEdit={mayDo(ctx.actor, "edit")}
        headroom={
          isTested ? <HeadroomSheet headroom={headroom} timeZone={viewer.timeZone} now={now} /> : null
        }
      >
        <ServiceExperiments slug={traffic.service} page={experiments} now={now} />
      </ServicePage>
    </Shell>
  );
}

function latestOf({ experiments: [first] }: CatalogPage) {
  return first === undefined ? null : { slug: first.slug, name: first.name };
}

const EXPERIMENTS = {
  search: "",
  group: "",
  tag: "",
  environment: "",
  owner: "",
  outcome: "all",
  sort: "latest",
  direction: "desc",
  page: 1,
} as const;
