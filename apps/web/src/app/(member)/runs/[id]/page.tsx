import type { Metadata } from "next";
import { cache } from "react";
import { TRPCError } from "@trpc/server";
import { mayDo } from "@headroom/services";
import type { RunDetail } from "@headroom/services";
import { AgainstPanel } from "../../../../features/comparison/against/against-panel.tsx";
import { readAgainst } from "../../../../features/comparison/against/read-against.ts";
import { LivePage } from "../../../../features/run/live/live-page.tsx";
import { GoneRun } from "../../../../features/run/gone/gone-run.tsx";
import { readRunPage } from "../../../../features/run/page/read-run-page.ts";
import { RunPage } from "../../../../features/run/page/run-page.tsx";
import { readRunView } from "../../../../features/run/view/search-params.ts";
import { showLive } from "../../../../features/run/live/show-live.ts";
import { serviceAddress } from "../../../../features/shell/service-address.ts";
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
  if (run !== null) return { state: "published", run, service: run.service } as const;
  const live = await orNull(caller.run.live({ runId }));
  if (live !== null) return { state: "live", run: live, service: live.service } as const;
  const [deleted] = (await orNotFound(caller.run.deleted({ runId }))).runs;
  if (deleted !== undefined) return { state: "deleted", run: deleted, service: deleted.service } as const;
  // It may have been published between the two questions.
  const later = await orNotFound(caller.run.get({ runId }));
  return { state: "published", run: later, service: later.service } as const;
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
    crumbOf(service),
    { label: run.experiment.name, ...(hasPage ? { href: `/experiments/${run.experiment.id}` } : {}) },
    { label: `Run ${run.number}` },
  ];
  return (
    <Shell crumbs={crumbs} viewer={viewer}>
      {found.state === "published" ? (
        <RunPage
          detail={found.run}
          shown={await orNotFound(readRunPage(await serverCaller(), found.run, view))}
          compared={
            <AgainstPanel
              rows={await readAgainst(await serverCaller(), found.run.answer.run.id, isUnjudged(found.run))}
            />
          }
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

function isUnjudged({ judgements }: RunDetail): boolean {
  return judgements.own?.reason === "nothing-to-judge-by";
}

/** Of a deleted run only the name of its service is known. */
function crumbOf(service: string | { slug: string; name: string }) {
  return typeof service === "string"
    ? { label: service }
    : { label: service.name, href: serviceAddress(service.slug) };
}
