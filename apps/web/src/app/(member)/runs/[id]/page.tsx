import type { Metadata } from "next";
import { cache } from "react";
import { TRPCError } from "@trpc/server";
import { mayDo } from "@headroom/services";
import { LivePage } from "../../../../features/run/live-page.tsx";
import { GoneRun } from "../../../../features/run/gone-run.tsx";
import { readRunPage } from "../../../../features/run/read-run-page.ts";
import { RunPage } from "../../../../features/run/run-page.tsx";
import { readRunView } from "../../../../features/run/search-params.ts";
import { showLive } from "../../../../features/run/show-live.ts";
import { Shell } from "../../../../features/shell/shell.tsx";
import { readViewer } from "../../../../features/shell/viewer.ts";
import { env } from "../../../../server/env.ts";
import { orNotFound, serverCaller } from "../../../../server/server-caller.ts";
import { requireSignedIn } from "../../../../server/session.ts";

interface Props {
  params: Promise<{ id: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

/** A run with its results, one that is being received, or one that was deleted and can still be restored. */
const readRun = cache(async (runId: string) => {
  const caller = await serverCaller();
  const run = await orNull(caller.run.get({ runId }));
  if (run !== null) return { state: "published", run, service: run.service.name } as const;
  const live = await orNull(caller.run.live({ runId }));
  if (live !== null) return { state: "live", run: live, service: live.service.name } as const;
  const [deleted] = (await orNotFound(caller.run.deleted({ runId }))).runs;
  if (deleted !== undefined) return { state: "deleted", run: deleted, service: deleted.service } as const;
  // It may have been published between the two questions.
  const later = await orNotFound(caller.run.get({ runId }));
  return { state: "published", run: later, service: later.service.name } as const;
});

async function orNull<Answer>(answer: Promise<Answer>): Promise<Answer | null> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof TRPCError && error.code === "NOT_FOUND") return null;
    throw error;
  }
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { number, experiment } = (await readRun((await params).id)).run;
  return { title: `Run ${number}: ${experiment.name} · Headroom` };
}

export default async function Run({ params, searchParams }: Props) {
  const view = readRunView(await searchParams);
  const found = await readRun((await params).id);
  const viewer = await readViewer();
  const { ctx } = await requireSignedIn();
  const mayEdit = mayDo(ctx.actor, "edit");
  const { run, service } = found;
  const hasPage = found.state !== "live" || found.run.experiment.hasPage;
  const crumbs = [
    { label: service, href: `/catalog?q=${encodeURIComponent(service)}` },
    { label: run.experiment.name, ...(hasPage ? { href: `/experiments/${run.experiment.id}` } : {}) },
    { label: `Run ${run.number}` },
  ];
  return (
    <Shell crumbs={crumbs} viewer={viewer}>
      {found.state === "published" ? (
        <RunPage
          detail={found.run}
          shown={await orNotFound(readRunPage(await serverCaller(), found.run, view))}
          timeZone={viewer.timeZone}
          ingestUrl={env().HEADROOM_INGEST_URL}
          mayEdit={mayEdit}
        />
      ) : found.state === "live" ? (
        <LivePage runId={found.run.id} shown={showLive(found.run, new Date())} timeZone={viewer.timeZone} />
      ) : (
        <GoneRun run={found.run} timeZone={viewer.timeZone} mayEdit={mayEdit} />
      )}
    </Shell>
  );
}
