import type { Metadata } from "next";
import { cache } from "react";
import { mayDo } from "@headroom/services";
import { Muted, PageHead } from "@headroom/ui";
import { MayNotEdit } from "../../../../../features/experiment/may-not-edit.tsx";
import { PEAK_DAYS, peakDayAddress } from "../../../../../features/peak-day/addresses.ts";
import { PeakDayForm } from "../../../../../features/peak-day/peak-day-form.tsx";
import { Shell } from "../../../../../features/shell/shell.tsx";
import { readViewer } from "../../../../../features/shell/viewer.ts";
import { orNotFound, serverCaller } from "../../../../../server/server-caller.ts";
import { requireSignedIn } from "../../../../../server/session.ts";

interface Props {
  params: Promise<{ id: string }>;
}

const readDay = cache(async (id: string) => {
  const caller = await serverCaller();
  return orNotFound(caller.peakDay.get({ id }));
});

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { name } = await readDay((await params).id);
  return { title: `Edit ${name} · Headroom` };
}

export default async function EditPeakDay({ params }: Props) {
  const { id } = await params;
  const [peakDay, viewer, { ctx }, caller] = await Promise.all([
    readDay(id),
    readViewer(),
    requireSignedIn(),
    serverCaller(),
  ]);
  const crumbs = [
    { label: "Peak days", href: PEAK_DAYS },
    { label: peakDay.name, href: peakDayAddress(id) },
    { label: "Edit" },
  ];
  if (!mayDo(ctx.actor, "edit")) {
    return (
      <Shell crumbs={crumbs} viewer={viewer} page="peak-days">
        <MayNotEdit back={peakDayAddress(id)} />
      </Shell>
    );
  }
  const { peakDays } = await caller.peakDay.list();
  return (
    <Shell crumbs={crumbs} viewer={viewer} page="peak-days">
      <PageHead
        eyebrow={<span className="wrap-anywhere">{peakDay.service.name}</span>}
        sentence={
          <>
            <span dir="auto">{peakDay.name}</span> <Muted>When it is, and what you expect.</Muted>
          </>
        }
      />
      <PeakDayForm
        peakDay={peakDay}
        services={[peakDay.service]}
        peakDays={peakDays}
        service={peakDay.service.slug}
        timeZone={peakDay.timeZone}
      />
    </Shell>
  );
}
