import type { Metadata } from "next";
import { CapacityPage } from "../../../../../features/experiment/capacity-page.tsx";
import { readCapacityQuery } from "../../../../../features/experiment/search-params.ts";
import { serviceAddress } from "../../../../../features/shell/service-address.ts";
import { Shell } from "../../../../../features/shell/shell.tsx";
import { readViewer } from "../../../../../features/shell/viewer.ts";
import { orNotFound, serverCaller } from "../../../../../server/server-caller.ts";
import { readExperiment } from "../read-experiment.ts";

interface Props {
  params: Promise<{ id: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { name } = await readExperiment((await params).id);
  return { title: `Capacity over runs: ${name} · Headroom` };
}

export default async function CapacityRoute({ params, searchParams }: Props) {
  const { id } = await params;
  const caller = await serverCaller();
  const [capacity, viewer] = await Promise.all([
    orNotFound(caller.experiment.capacity({ experimentId: id, ...readCapacityQuery(await searchParams) })),
    readViewer(),
  ]);
  const { experiment, service } = capacity;
  const crumbs = [
    { label: service.name, href: serviceAddress(service.slug) },
    { label: experiment.name, href: `/experiments/${experiment.id}` },
    { label: "Capacity over runs" },
  ];
  return (
    <Shell crumbs={crumbs} viewer={viewer} page="experiments">
      <CapacityPage capacity={capacity} timeZone={viewer.timeZone} />
    </Shell>
  );
}
