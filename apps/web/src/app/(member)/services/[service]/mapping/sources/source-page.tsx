import type { ReactNode } from "react";
import { mayDo } from "@headroom/services";
import { PageHead } from "@headroom/ui";
import { requireSignedIn } from "../../../../../../server/session.ts";
import { orNotFound, serverCaller } from "../../../../../../server/server-caller.ts";
import { TrpcProvider } from "../../../../../../trpc/client.tsx";
import { MayNotEdit } from "../../../../../../features/experiment/may-not-edit.tsx";
import { Shell } from "../../../../../../features/shell/shell.tsx";
import { readViewer } from "../../../../../../features/shell/viewer.ts";
import { mappingAddress } from "../../../../../../features/mapping/addresses.ts";
import { SourceForm } from "../../../../../../features/mapping/source-form.tsx";
import type { SourceFormProps } from "../../../../../../features/mapping/source-form.tsx";

interface SourcePageProps extends SourceFormProps {
  sentence: ReactNode;
}

/** To make or change a source. */
export async function SourcePage({ sentence, ...form }: SourcePageProps) {
  const { service, source } = form;
  const [viewer, { ctx }, caller] = await Promise.all([readViewer(), requireSignedIn(), serverCaller()]);
  const { serviceName } = await orNotFound(caller.mapping.get({ service }));
  const crumbs = [
    { label: "Services", href: "/services" },
    { label: serviceName, href: `/services/${encodeURIComponent(service)}` },
    { label: "Mapping", href: mappingAddress(service) },
    { label: source === null ? "New source" : source.name },
  ];
  return (
    <Shell crumbs={crumbs} viewer={viewer} page="services">
      {mayDo(ctx.actor, "edit") ? (
        <TrpcProvider>
          <PageHead sentence={sentence} />
          <SourceForm {...form} />
        </TrpcProvider>
      ) : (
        <MayNotEdit back={mappingAddress(service)} />
      )}
    </Shell>
  );
}
