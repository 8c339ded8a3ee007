import type { Metadata } from "next";
import { cache } from "react";
import { mayDo } from "@headroom/services";
import { PEAK_DAYS, memberPlace } from "../../../../features/peak-day/addresses.ts";
import { readGauges } from "../../../../features/peak-day/search-params.ts";
import { PeakDayPage } from "../../../../features/peak-day/peak-day-page.tsx";
import { Shell } from "../../../../features/shell/shell.tsx";
import { readViewer } from "../../../../features/shell/viewer.ts";
import { env } from "../../../../server/env.ts";
import { orNotFound, serverCaller } from "../../../../server/server-caller.ts";
import { requireSignedIn } from "../../../../server/session.ts";

interface Props {
  params: Promise<{ id: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

/** Cached per request: the title and the page ask for the same day. */
const readView = cache(async (id: string) => {
  const caller = await serverCaller();
  return orNotFound(caller.peakDay.watch({ id }));
});

export async function generateMetadata({ params }: Pick<Props, "params">): Promise<Metadata> {
  const { peakDay } = await readView((await params).id);
  return { title: `${peakDay.name} · Headroom` };
}

export default async function PeakDay({ params, searchParams }: Props) {
  const { id } = await params;
  const [view, viewer, { ctx }] = await Promise.all([readView(id), readViewer(), requireSignedIn()]);
  return (
    <Shell
      crumbs={[{ label: "Peak days", href: PEAK_DAYS }, { label: view.peakDay.name }]}
      viewer={viewer}
      page="peak-days"
    >
      <PeakDayPage
        view={view}
        place={memberPlace(view.peakDay.id)}
        mayEdit={mayDo(ctx.actor, "edit")}
        ingestUrl={env().HEADROOM_INGEST_URL}
        gauges={readGauges(await searchParams)}
      />
    </Shell>
  );
}
