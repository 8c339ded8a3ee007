import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { watchSharedPeakDay } from "@headroom/services";
import { sharedPlace } from "../../../../features/peak-day/addresses.ts";
import { WALL_SECONDS } from "../../../../features/peak-day/wall/choose-days.ts";
import { Wall } from "../../../../features/peak-day/wall/wall.tsx";
import { openShared, orNotValid } from "../../../../features/share/open-shared.ts";
import { PassphrasePage } from "../../../../features/share/passphrase-page.tsx";
import { env, trafficKeptFor } from "../../../../server/env.ts";

/** The title reveals as little as the address does. */
export const metadata: Metadata = {
  title: "Wall mode · Headroom",
  robots: { index: false, follow: false, noarchive: true },
  referrer: "no-referrer",
};

interface Props {
  params: Promise<{ secret: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function SharedWall({ params, searchParams }: Props) {
  const [{ secret }, { problem }] = await Promise.all([params, searchParams]);
  const shared = await openShared(secret);
  const place = sharedPlace(secret);
  if (shared.state === "locked")
    return <PassphrasePage action={`${place.page}/open`} problem={problem} view="wall" />;
  if (shared.subject.kind !== "peak-day") notFound();
  const input = { webUrl: env().HEADROOM_WEB_URL, keepDays: trafficKeptFor(env()) };
  const view = await orNotValid(watchSharedPeakDay({ ctx: shared.ctx, input }));
  return (
    <Wall days={[view]} now={view.now} seconds={WALL_SECONDS.usual} home={place.page} guestPlace={place} />
  );
}
