import type { Metadata } from "next";
import { mayDo } from "@headroom/services";
import { EmptyState, Muted, PageHead, Sheet } from "@headroom/ui";
import { MayNotEdit } from "../../../../features/experiment/may-not-edit.tsx";
import { GamedayForm } from "../../../../features/gameday/gameday-form.tsx";
import { GAMEDAYS, PEAK_DAYS } from "../../../../features/peak-day/addresses.ts";
import { Shell } from "../../../../features/shell/shell.tsx";
import { readViewer } from "../../../../features/shell/viewer.ts";
import { serverCaller } from "../../../../server/server-caller.ts";
import { requireSignedIn } from "../../../../server/session.ts";

export const metadata: Metadata = { title: "Plan a gameday · Headroom" };

interface Props {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function NewGameday({ searchParams }: Props) {
  const { service: asked, "peak-day": peakDay } = await searchParams;
  const [{ ctx }, viewer, caller] = await Promise.all([requireSignedIn(), readViewer(), serverCaller()]);
  const crumbs = [
    { label: "Peak days", href: PEAK_DAYS },
    { label: "Gamedays", href: GAMEDAYS },
    { label: "Plan a gameday" },
  ];
  if (!mayDo(ctx.actor, "edit")) {
    return (
      <Shell crumbs={crumbs} viewer={viewer} page="peak-days">
        <MayNotEdit back={GAMEDAYS} />
      </Shell>
    );
  }
  const services = await caller.peakDay.services();
  const service = services.find(({ slug }) => slug === asked) ?? services[0];
  const choices = service === undefined ? null : await caller.gameday.choices({ service: service.slug });
  return (
    <Shell crumbs={crumbs} viewer={viewer} page="peak-days">
      <PageHead
        eyebrow={<span>Plan a gameday</span>}
        sentence={
          <>
            What do you run, and who does what?{" "}
            <Muted>The run sheet follows your uploads while the gameday runs.</Muted>
          </>
        }
      />
      {service === undefined || choices === null ? (
        <Sheet label="No services">
          <EmptyState
            title="There is no service yet."
            step="Upload a run or send live traffic first. Either one creates the service."
          />
        </Sheet>
      ) : (
        <GamedayForm
          gameday={null}
          services={services}
          service={service.slug}
          choices={choices}
          peakDay={choices.peakDays.find(({ id }) => id === peakDay)?.id ?? ""}
          timeZone={viewer.timeZone}
        />
      )}
    </Shell>
  );
}
