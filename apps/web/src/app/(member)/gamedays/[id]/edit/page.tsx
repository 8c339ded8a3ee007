import type { Metadata } from "next";
import { cache } from "react";
import { mayDo } from "@headroom/services";
import { Muted, Notice, PageHead } from "@headroom/ui";
import { MayNotEdit } from "../../../../../features/experiment/may-not-edit.tsx";
import { gamedayAddress } from "../../../../../features/gameday/addresses.ts";
import { GamedayForm } from "../../../../../features/gameday/gameday-form.tsx";
import { GAMEDAYS, PEAK_DAYS } from "../../../../../features/peak-day/addresses.ts";
import { Shell } from "../../../../../features/shell/shell.tsx";
import { readViewer } from "../../../../../features/shell/viewer.ts";
import { orNotFound, serverCaller } from "../../../../../server/server-caller.ts";
import { requireSignedIn } from "../../../../../server/session.ts";

interface Props {
  params: Promise<{ id: string }>;
}

const readGameday = cache(async (id: string) => {
  const caller = await serverCaller();
  return orNotFound(caller.gameday.get({ id }));
});

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { name } = await readGameday((await params).id);
  return { title: `Edit ${name} · Headroom` };
}

export default async function EditGameday({ params }: Props) {
  const { id } = await params;
  const [gameday, viewer, { ctx }] = await Promise.all([readGameday(id), readViewer(), requireSignedIn()]);
  const { slug } = gameday.service;
  const choices = await (await serverCaller()).gameday.choices({ service: slug });
  return (
    <Shell
      crumbs={[
        { label: "Peak days", href: PEAK_DAYS },
        { label: "Gamedays", href: GAMEDAYS },
        { label: gameday.name, href: gamedayAddress(id) },
        { label: "Edit" },
      ]}
      viewer={viewer}
      page="peak-days"
    >
      {!mayDo(ctx.actor, "edit") ? (
        <MayNotEdit back={gamedayAddress(id)} />
      ) : (
        <>
          <PageHead
            eyebrow={<span className="wrap-anywhere">{gameday.service.name}</span>}
            sentence={
              <>
                <span dir="auto">{gameday.name}</span> <Muted>What you run, and who does what.</Muted>
              </>
            }
          />
          {gameday.closed === null ? null : (
            <Notice tone="unsure" className="mb-4">
              This gameday is closed, so changes to it aren&apos;t saved.
            </Notice>
          )}
          <GamedayForm
            gameday={gameday}
            services={[gameday.service]}
            service={slug}
            choices={choices}
            peakDay=""
            timeZone={gameday.timeZone}
          />
        </>
      )}
    </Shell>
  );
}
