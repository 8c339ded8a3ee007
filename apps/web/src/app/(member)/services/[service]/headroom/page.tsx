import type { Metadata } from "next";
import { HeadroomPage } from "../../../../../features/readiness/headroom-page.tsx";
import { ServiceTabs } from "../../../../../features/service/service-tabs.tsx";
import { serviceAddress } from "../../../../../features/shell/service-address.ts";
import { Shell } from "../../../../../features/shell/shell.tsx";
import { readViewer } from "../../../../../features/shell/viewer.ts";
import { orNotFound, serverCaller } from "../../../../../server/server-caller.ts";
import { readService } from "../read-service.ts";

interface Props {
  params: Promise<{ service: string }>;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { name } = await readService((await params).service);
  return { title: `Headroom of ${name} · Headroom` };
}

export default async function ServiceHeadroom({ params }: Props) {
  const service = await readService((await params).service);
  const [caller, viewer] = await Promise.all([serverCaller(), readViewer()]);
  const headroom = await orNotFound(caller.readiness.headroom({ service: service.slug }));
  const crumbs = [{ label: service.name, href: serviceAddress(service.slug) }, { label: "Headroom" }];
  return (
    <Shell crumbs={crumbs} viewer={viewer} page="services">
      <HeadroomPage headroom={headroom} timeZone={viewer.timeZone} now={new Date()}>
        <ServiceTabs service={service} current="headroom" />
      </HeadroomPage>
    </Shell>
  );
}
