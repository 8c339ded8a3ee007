import type { Metadata } from "next";
import { prepareServices } from "../../../features/service/prepare-services.ts";
import { ServicesPage } from "../../../features/service/services-page.tsx";
import { Shell } from "../../../features/shell/shell.tsx";
import { readViewer } from "../../../features/shell/viewer.ts";
import { env } from "../../../server/env.ts";
import { serverCaller } from "../../../server/server-caller.ts";

export const metadata: Metadata = { title: "Services · Headroom" };

export default async function Services() {
  const [viewer, caller] = await Promise.all([readViewer(), serverCaller()]);
  const services = await caller.service.list();
  return (
    <Shell crumbs={[{ label: "Services" }]} viewer={viewer} page="services">
      <ServicesPage model={prepareServices(services, new Date())} ingestUrl={env().HEADROOM_INGEST_URL} />
    </Shell>
  );
}
