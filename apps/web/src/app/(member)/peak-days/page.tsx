import type { Metadata } from "next";
import { mayDo } from "@headroom/services";
import { PeakDaysPage } from "../../../features/peak-day/peak-days-page.tsx";
import { DayVerdict } from "../../../features/readiness/day-verdict.tsx";
import { Shell } from "../../../features/shell/shell.tsx";
import { readViewer } from "../../../features/shell/viewer.ts";
import { serverCaller } from "../../../server/server-caller.ts";
import { requireSignedIn } from "../../../server/session.ts";

export const metadata: Metadata = { title: "Peak days · Headroom" };

export default async function PeakDays() {
  const [viewer, caller, { ctx }] = await Promise.all([readViewer(), serverCaller(), requireSignedIn()]);
  const [{ peakDays }, readiness] = await Promise.all([caller.peakDay.list(), caller.readiness.coming()]);
  const verdicts = new Map(readiness.map(({ peakDayId, verdict }) => [peakDayId, verdict]));
  return (
    <Shell crumbs={[{ label: "Peak days" }]} viewer={viewer} page="peak-days">
      <PeakDaysPage
        peakDays={peakDays}
        readiness={
          new Map(
            peakDays.map(({ id }) => [
              id,
              <DayVerdict key={id} id={id} verdict={verdicts.get(id) ?? null} />,
            ]),
          )
        }
        mayEdit={mayDo(ctx.actor, "edit")}
        now={new Date()}
      />
    </Shell>
  );
}
