import type { Metadata } from "next";
import { peakDayAddress } from "../../../../../features/peak-day/addresses.ts";
import { WALL_SECONDS } from "../../../../../features/peak-day/wall/choose-days.ts";
import { Wall } from "../../../../../features/peak-day/wall/wall.tsx";
import { orNotFound, serverCaller } from "../../../../../server/server-caller.ts";

export const metadata: Metadata = { title: "Wall mode · Headroom" };

export default async function PeakDayWall({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  const caller = await serverCaller();
  const view = await orNotFound(caller.peakDay.watch({ id }));
  return (
    <Wall days={[view]} now={view.now} seconds={WALL_SECONDS.usual} home={peakDayAddress(view.peakDay.id)} />
  );
}
