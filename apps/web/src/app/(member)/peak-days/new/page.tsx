import type { Metadata } from "next";
import { mayDo } from "@headroom/services";
import { EmptyState, Muted, PageHead, Sheet } from "@headroom/ui";
import { MayNotEdit } from "../../../../features/experiment/may-not-edit.tsx";
import { PEAK_DAYS } from "../../../../features/peak-day/addresses.ts";
import { PeakDayForm } from "../../../../features/peak-day/peak-day-form.tsx";
import { Shell } from "../../../../features/shell/shell.tsx";
import { readViewer } from "../../../../features/shell/viewer.ts";
import { serverCaller } from "../../../../server/server-caller.ts";
import { requireSignedIn } from "../../../../server/session.ts";

export const metadata: Metadata = { title: "New peak day · Headroom" };

interface Props {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function NewPeakDay({ searchParams }: Props) {
  const { service: asked } = await searchParams;
  const [{ ctx }, viewer, caller] = await Promise.all([requireSignedIn(), readViewer(), serverCaller()]);
  const crumbs = [{ label: "Peak days", href: PEAK_DAYS }, { label: "New peak day" }];
  if (!mayDo(ctx.actor, "edit")) {
    return (
      <Shell crumbs={crumbs} viewer={viewer} page="peak-days">
        <MayNotEdit back={PEAK_DAYS} />
      </Shell>
    );
  }
  const [services, { peakDays }] = await Promise.all([caller.peakDay.services(), caller.peakDay.list()]);
  const service = services.find(({ slug }) => slug === asked) ?? services[0];
  return (
    <Shell crumbs={crumbs} viewer={viewer} page="peak-days">
      <PageHead
        eyebrow={<span>New peak day</span>}
        sentence={
          <>
            When is it, and what do you expect?{" "}
            <Muted>Enter past days, too, to lay them under the next one.</Muted>
          </>
        }
      />
      {service === undefined ? (
        <Sheet label="No services">
          <EmptyState
            title="There is no service yet."
            step="Upload a run or send live traffic first. Either one creates the service."
          />
        </Sheet>
      ) : (
        <PeakDayForm
          peakDay={null}
          services={services}
          peakDays={peakDays}
          service={service.slug}
          timeZone={viewer.timeZone}
        />
      )}
    </Shell>
  );
}
