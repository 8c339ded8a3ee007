import type { Metadata } from "next";
import { mayDo } from "@headroom/services";
import { UnmappedSenders } from "../../../features/mapping/unmapped-senders.tsx";
import { prepareServices } from "../../../features/service/prepare-services.ts";
import { ServicesPage } from "../../../features/service/services-page.tsx";
import { Shell } from "../../../features/shell/shell.tsx";
import { readViewer } from "../../../features/shell/viewer.ts";
import { env } from "../../../server/env.ts";
import { serverCaller } from "../../../server/server-caller.ts";
import { requireSignedIn } from "../../../server/session.ts";
import { TrpcProvider } from "../../../trpc/client.tsx";

export const metadata: Metadata = { title: "Services · Headroom" };

export default async function Services() {
  const [viewer, caller, { ctx }] = await Promise.all([readViewer(), serverCaller(), requireSignedIn()]);
  const [services, senders] = await Promise.all([caller.service.list(), caller.mapping.senders()]);
  return (
    <Shell crumbs={[{ label: "Services" }]} viewer={viewer} page="services">
      <ServicesPage model={prepareServices(services, new Date())} ingestUrl={env().HEADROOM_INGEST_URL}>
        {senders.length === 0 ? null : (
          <TrpcProvider>
            <UnmappedSenders
              senders={senders}
              timeZone={viewer.timeZone}
              mayEdit={mayDo(ctx.actor, "edit")}
            />
          </TrpcProvider>
        )}
      </ServicesPage>
    </Shell>
  );
}
