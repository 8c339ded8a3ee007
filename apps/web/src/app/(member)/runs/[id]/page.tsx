import type { Metadata } from "next";
import { cache } from "react";
import { TRPCError } from "@trpc/server";
import { mayDo } from "@headroom/services";
import { GoneRun } from "../../../../features/run/gone-run.tsx";
import { readRunPage } from "../../../../features/run/read-run-page.ts";
import { RunPage } from "../../../../features/run/run-page.tsx";
import { readRunView } from "../../../../features/run/search-params.ts";
import { Shell } from "../../../../features/shell/shell.tsx";
import { readViewer } from "../../../../features/shell/viewer.ts";
import { env } from "../../../../server/env.ts";
import { orNotFound, serverCaller } from "../../../../server/server-caller.ts";
import { requireSignedIn } from "../../../../server/session.ts";

interface Props {
  params: Promise<{ id: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

/** `run` is null if it was deleted and can still be restored. */
const readRun = cache(async (runId: string) => {
  const caller = await serverCaller();
  try {
    return { run: await caller.run.get({ runId }), deleted: null };
  } catch (error) {
    if (!(error instanceof TRPCError) || error.code !== "NOT_FOUND") throw error;
    const [deleted] = (await orNotFound(caller.run.deleted({ runId }))).runs;
    if (deleted !== undefined) return { run: null, deleted };
    return orNotFound(Promise.reject(error));
  }
});

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { run, deleted } = await readRun((await params).id);
  const { number, experiment } = run ?? deleted;
  return { title: `Run ${number}: ${experiment.name} · Headroom` };
}

export default async function Run({ params, searchParams }: Props) {
  const view = readRunView(await searchParams);
  const { run: detail, deleted } = await readRun((await params).id);
  const viewer = await readViewer();
  const { ctx } = await requireSignedIn();
  const mayEdit = mayDo(ctx.actor, "edit");
  const { number, experiment } = detail ?? deleted;
  const service = detail === null ? deleted.service : detail.service.name;
  const crumbs = [
    { label: service, href: `/catalog?q=${encodeURIComponent(service)}` },
    { label: experiment.name, href: `/experiments/${experiment.id}` },
    { label: `Run ${number}` },
  ];
  if (detail === null)
    return (
      <Shell crumbs={crumbs} viewer={viewer}>
        <GoneRun run={deleted} timeZone={viewer.timeZone} mayEdit={mayEdit} />
      </Shell>
    );
  const shown = await orNotFound(readRunPage(await serverCaller(), detail, view));
  return (
    <Shell crumbs={crumbs} viewer={viewer}>
      <RunPage
        detail={detail}
        shown={shown}
        timeZone={viewer.timeZone}
        ingestUrl={env().HEADROOM_INGEST_URL}
        mayEdit={mayEdit}
      />
    </Shell>
  );
}
