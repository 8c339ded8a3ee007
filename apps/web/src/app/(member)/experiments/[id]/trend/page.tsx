import type { Metadata } from "next";
import { cache } from "react";
import { mayDo } from "@headroom/services";
import { Shell } from "../../../../../features/shell/shell.tsx";
import { readViewer } from "../../../../../features/shell/viewer.ts";
import { readTrendQuery, trendRange } from "../../../../../features/trend/search-params.ts";
import { TrendPage } from "../../../../../features/trend/trend-page.tsx";
import { orNotFound, serverCaller } from "../../../../../server/server-caller.ts";
import { requireSignedIn } from "../../../../../server/session.ts";

interface Props {
  params: Promise<{ id: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

/** Cached per request: the title and the page ask for the same view. */
const readTrend = cache(async (experimentId: string, view: string) => {
  const query = readTrendQuery(Object.fromEntries(new URLSearchParams(view)));
  const caller = await serverCaller();
  return orNotFound(caller.trend.get({ experimentId, ...query, ...trendRange(query) }));
});

async function readView({ params, searchParams }: Props) {
  const search = await searchParams;
  const view = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) if (typeof value === "string") view.set(name, value);
  const { id } = await params;
  return { query: readTrendQuery(search), trend: await readTrend(id, view.toString()) };
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const { trend } = await readView(props);
  return { title: `Trend: ${trend.experiment.name} · Headroom` };
}

export default async function TrendRoute(props: Props) {
  const [{ trend, query }, viewer, { ctx }] = await Promise.all([
    readView(props),
    readViewer(),
    requireSignedIn(),
  ]);
  const crumbs = [
    { label: trend.service.name, href: `/catalog?q=${encodeURIComponent(trend.service.name)}` },
    { label: trend.experiment.name, href: `/experiments/${trend.experiment.id}` },
    { label: "Trend" },
  ];
  return (
    <Shell crumbs={crumbs} viewer={viewer}>
      <TrendPage trend={trend} query={query} timeZone={viewer.timeZone} mayEdit={mayDo(ctx.actor, "edit")} />
    </Shell>
  );
}
