import type { Metadata } from "next";
import { cache } from "react";
import { mayDo } from "@headroom/services";
import { ServiceTabs } from "../../../../../features/service/service-tabs.tsx";
import { serviceAddress } from "../../../../../features/shell/service-address.ts";
import { Shell } from "../../../../../features/shell/shell.tsx";
import { readViewer } from "../../../../../features/shell/viewer.ts";
import { SlosPage } from "../../../../../features/slo/slos-page.tsx";
import { orNotFound, serverCaller } from "../../../../../server/server-caller.ts";
import { requireSignedIn } from "../../../../../server/session.ts";
import { decodedSlug } from "../decoded-slug.ts";
import { readService } from "../read-service.ts";

interface Props {
  params: Promise<{ service: string }>;
}

/** Cached per request: the title and the page ask for the same SLOs. */
const readSlos = cache(async (service: string) => orNotFound((await serverCaller()).slo.list({ service })));

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { service } = await readSlos(decodedSlug((await params).service));
  return { title: `SLOs of ${service.name} · Headroom` };
}

export default async function Slos({ params }: Props) {
  const slug = decodedSlug((await params).service);
  const [{ service, slos }, counts, viewer, { ctx }] = await Promise.all([
    readSlos(slug),
    readService((await params).service),
    readViewer(),
    requireSignedIn(),
  ]);
  const crumbs = [{ label: service.name, href: serviceAddress(service.slug) }, { label: "SLOs" }];
  return (
    <Shell crumbs={crumbs} viewer={viewer} page="services">
      <SlosPage service={service} slos={slos} mayEdit={mayDo(ctx.actor, "edit")}>
        <ServiceTabs service={counts} current="slos" />
      </SlosPage>
    </Shell>
  );
}
