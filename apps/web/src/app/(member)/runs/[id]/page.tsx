import type { Metadata } from "next";
import { cache } from "react";
import { RunPage } from "../../../../features/run/run-page.tsx";
import { Shell } from "../../../../features/shell/shell.tsx";
import { readViewer } from "../../../../features/shell/viewer.ts";
import { orNotFound, serverCaller } from "../../../../server/server-caller.ts";

interface Props {
  params: Promise<{ id: string }>;
}

const readRun = cache(async (runId: string) => orNotFound((await serverCaller()).run.get({ runId })));

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { number, experiment } = await readRun((await params).id);
  return { title: `Run ${number}: ${experiment.name} · Headroom` };
}

export default async function Run({ params }: Props) {
  const [detail, viewer] = await Promise.all([readRun((await params).id), readViewer()]);
  const crumbs = [
    { label: detail.service.name, href: `/catalog?q=${encodeURIComponent(detail.service.name)}` },
    { label: detail.experiment.name, href: `/catalog?q=${encodeURIComponent(detail.experiment.name)}` },
    { label: `Run ${detail.number}` },
  ];
  return (
    <Shell crumbs={crumbs} viewer={viewer}>
      <RunPage detail={detail} timeZone={viewer.timeZone} />
    </Shell>
  );
}
