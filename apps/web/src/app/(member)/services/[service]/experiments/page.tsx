import type { Metadata } from "next";
import { mayDo } from "@headroom/services";
import { OwnExperimentsPage } from "../../../../../features/catalog/own-experiments-page.tsx";
import { prepareCatalog } from "../../../../../features/catalog/prepare-catalog.ts";
import { readCatalogQuery } from "../../../../../features/catalog/search-params.ts";
import { ServiceTabs } from "../../../../../features/service/service-tabs.tsx";
import { serviceAddress } from "../../../../../features/shell/service-address.ts";
import { Shell } from "../../../../../features/shell/shell.tsx";
import { readViewer } from "../../../../../features/shell/viewer.ts";
import { serverCaller } from "../../../../../server/server-caller.ts";
import { requireSignedIn } from "../../../../../server/session.ts";
import { readService } from "../read-service.ts";

interface Props {
  params: Promise<{ service: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { name } = await readService((await params).service);
  return { title: `Experiments of ${name} · Headroom` };
}

export default async function ServiceExperiments({ params, searchParams }: Props) {
  const service = await readService((await params).service);
  const query = readCatalogQuery({ ...(await searchParams), service: service.slug });
  const [caller, viewer, { ctx }] = await Promise.all([serverCaller(), readViewer(), requireSignedIn()]);
  const page = await caller.catalog.list(query);
  const crumbs = [{ label: service.name, href: serviceAddress(service.slug) }, { label: "Experiments" }];
  return (
    <Shell crumbs={crumbs} viewer={viewer} page="services">
      <OwnExperimentsPage
        service={service}
        model={prepareCatalog({ page, query, now: new Date() })}
        query={query}
        timeZone={viewer.timeZone}
        mayEdit={mayDo(ctx.actor, "edit")}
      >
        <ServiceTabs service={service} current="experiments" />
      </OwnExperimentsPage>
    </Shell>
  );
}
