import type { Metadata } from "next";
import { cache } from "react";
import { mayDo } from "@headroom/services";
import { MappingPage } from "../../../../../features/mapping/mapping-page.tsx";
import { ServiceTabs } from "../../../../../features/service/service-tabs.tsx";
import { serviceAddress } from "../../../../../features/shell/service-address.ts";
import { Shell } from "../../../../../features/shell/shell.tsx";
import { readViewer } from "../../../../../features/shell/viewer.ts";
import { orNotFound, serverCaller } from "../../../../../server/server-caller.ts";
import { requireSignedIn } from "../../../../../server/session.ts";
import { decodedSlug } from "../decoded-slug.ts";
import { readService } from "../read-service.ts";
import { TrpcProvider } from "../../../../../trpc/client.tsx";

interface Props {
  params: Promise<{ service: string }>;
}

/** Read once per request, for the title and the page. */
const readMapping = cache(async (service: string) =>
  orNotFound((await serverCaller()).mapping.get({ service })),
);

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { serviceName } = await readMapping(decodedSlug((await params).service));
  return { title: `Mapping of ${serviceName} · Headroom` };
}

export default async function Mapping({ params }: Props) {
  const [mapping, service, viewer, { ctx }] = await Promise.all([
    readMapping(decodedSlug((await params).service)),
    readService((await params).service),
    readViewer(),
    requireSignedIn(),
  ]);
  const crumbs = [
    { label: mapping.serviceName, href: serviceAddress(mapping.service) },
    { label: "Mapping" },
  ];
  return (
    <Shell crumbs={crumbs} viewer={viewer} page="services">
      <TrpcProvider>
        <MappingPage
          mapping={mapping}
          timeZone={viewer.timeZone}
          mayEdit={mayDo(ctx.actor, "edit")}
          now={new Date()}
        >
          <ServiceTabs service={service} current="mapping" />
        </MappingPage>
      </TrpcProvider>
    </Shell>
  );
}
