import type { Metadata } from "next";
import { cache } from "react";
import { mayDo } from "@headroom/services";
import { PEAK_DAYS, peakDayAddress } from "../../../../../features/peak-day/addresses.ts";
import { ReadinessPage } from "../../../../../features/readiness/readiness-page.tsx";
import { Shell } from "../../../../../features/shell/shell.tsx";
import { readViewer } from "../../../../../features/shell/viewer.ts";
import { orNotFound, serverCaller } from "../../../../../server/server-caller.ts";
import { requireSignedIn } from "../../../../../server/session.ts";

interface Props {
  params: Promise<{ id: string }>;
}

/** Cached per request: the title and the page ask for the same report. */
const openReport = cache(async (id: string) => {
  const caller = await serverCaller();
  return orNotFound(caller.readiness.open({ id }));
});

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { report } = await openReport((await params).id);
  return { title: `Readiness of ${report.peakDay.name} · Headroom` };
}

export default async function Readiness({ params }: Props) {
  const { id } = await params;
  const [opened, viewer, { ctx }] = await Promise.all([openReport(id), readViewer(), requireSignedIn()]);
  const { peakDay } = opened.report;
  return (
    <Shell
      crumbs={[
        { label: "Peak days", href: PEAK_DAYS },
        { label: peakDay.name, href: peakDayAddress(peakDay.id) },
        { label: "Readiness" },
      ]}
      viewer={viewer}
      page="peak-days"
    >
      <ReadinessPage
        {...opened}
        timeZone={viewer.timeZone}
        reader={mayDo(ctx.actor, "edit") ? "editor" : "viewer"}
      />
    </Shell>
  );
}
