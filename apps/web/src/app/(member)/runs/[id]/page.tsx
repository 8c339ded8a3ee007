import type { Metadata } from "next";
import { cache } from "react";
import { readRunPage } from "../../../../features/run/read-run-page.ts";
import { RunPage } from "../../../../features/run/run-page.tsx";
import { readRunView } from "../../../../features/run/search-params.ts";
import { Shell } from "../../../../features/shell/shell.tsx";
import { readViewer } from "../../../../features/shell/viewer.ts";
import { orNotFound, serverCaller } from "../../../../server/server-caller.ts";

interface Props {
  params: Promise<{ id: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

const readRun = cache(async (runId: string) => orNotFound((await serverCaller()).run.get({ runId })));

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { number, experiment } = await readRun((await params).id);
  return { title: `Run ${number}: ${experiment.name} · Headroom` };
}

export default async function Run({ params, searchParams }: Props) {
  const view = readRunView(await searchParams);
  const detail = await readRun((await params).id);
  const [shown, viewer] = await Promise.all([
    orNotFound(readRunPage(await serverCaller(), detail, view)),
    readViewer(),
  ]);
  const crumbs = [
    { label: detail.service.name, href: `/catalog?q=${encodeURIComponent(detail.service.name)}` },
    { label: detail.experiment.name, href: `/experiments/${detail.experiment.id}` },
    { label: `Run ${detail.number}` },
  ];
  return (
    <Shell crumbs={crumbs} viewer={viewer}>
      <RunPage detail={detail} shown={shown} timeZone={viewer.timeZone} />
    </Shell>
  );
}
