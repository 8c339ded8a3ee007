import type { Metadata } from "next";
import { cache } from "react";
import { mayDo } from "@headroom/services";
import { GamedayPage } from "../../../../features/gameday/gameday-page.tsx";
import { GAMEDAYS, PEAK_DAYS } from "../../../../features/peak-day/addresses.ts";
import { Shell } from "../../../../features/shell/shell.tsx";
import { readViewer } from "../../../../features/shell/viewer.ts";
import { orNotFound, serverCaller } from "../../../../server/server-caller.ts";
import { requireSignedIn } from "../../../../server/session.ts";

interface Props {
  params: Promise<{ id: string }>;
}

/** Cached per request: the title and the page ask for the same gameday. */
const readGameday = cache(async (id: string) => {
  const caller = await serverCaller();
  return orNotFound(caller.gameday.get({ id }));
});

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { name } = await readGameday((await params).id);
  return { title: `${name} · Headroom` };
}

export default async function Gameday({ params }: Props) {
  const { id } = await params;
  const [gameday, viewer, { ctx }] = await Promise.all([readGameday(id), readViewer(), requireSignedIn()]);
  return (
    <Shell
      crumbs={[
        { label: "Peak days", href: PEAK_DAYS },
        { label: "Gamedays", href: GAMEDAYS },
        { label: gameday.name },
      ]}
      viewer={viewer}
      page="peak-days"
    >
      <GamedayPage gameday={gameday} timeZone={viewer.timeZone} mayEdit={mayDo(ctx.actor, "edit")} />
    </Shell>
  );
}
