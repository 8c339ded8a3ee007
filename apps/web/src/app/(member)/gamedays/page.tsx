import type { Metadata } from "next";
import { mayDo } from "@headroom/services";
import { GamedaysPage } from "../../../features/gameday/gamedays-page.tsx";
import { PEAK_DAYS } from "../../../features/peak-day/addresses.ts";
import { Shell } from "../../../features/shell/shell.tsx";
import { readViewer } from "../../../features/shell/viewer.ts";
import { serverCaller } from "../../../server/server-caller.ts";
import { requireSignedIn } from "../../../server/session.ts";

export const metadata: Metadata = { title: "Gamedays · Headroom" };

export default async function Gamedays() {
  const [viewer, caller, { ctx }] = await Promise.all([readViewer(), serverCaller(), requireSignedIn()]);
  const { gamedays } = await caller.gameday.list();
  const crumbs = [{ label: "Peak days", href: PEAK_DAYS }, { label: "Gamedays" }];
  return (
    <Shell crumbs={crumbs} viewer={viewer} page="peak-days">
      <GamedaysPage gamedays={gamedays} mayEdit={mayDo(ctx.actor, "edit")} now={new Date()} />
    </Shell>
  );
}
