import type { Metadata } from "next";
import { CatalogPage } from "../../../features/catalog/catalog-page.tsx";
import { catalogRows, prepareCatalog } from "../../../features/catalog/prepare-catalog.ts";
import { readCatalogQuery } from "../../../features/catalog/search-params.ts";
import { Shell } from "../../../features/shell/shell.tsx";
import { readViewer } from "../../../features/shell/viewer.ts";
import { env } from "../../../server/env.ts";
import { serverCaller } from "../../../server/server-caller.ts";
import { requireSignedIn } from "../../../server/session.ts";

export const metadata: Metadata = { title: "Catalog · Headroom" };

interface Props {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function Catalog({ searchParams }: Props) {
  const query = readCatalogQuery(await searchParams);
  const [{ workspaceName }, viewer, caller] = await Promise.all([
    requireSignedIn(),
    readViewer(),
    serverCaller(),
  ]);
  const { experiments } = await caller.catalog.list({ search: query.search });
  const runIds = catalogRows(experiments, query).flatMap(({ recentRuns: [run] }) => (run ? [run.id] : []));
  const latest = await caller.catalog.latest({ runIds });
  const model = prepareCatalog({ experiments, query, latest, now: new Date() });
  return (
    <Shell crumbs={[{ label: workspaceName }]} viewer={viewer} page="catalog">
      <CatalogPage
        model={model}
        query={query}
        workspaceName={workspaceName}
        timeZone={viewer.timeZone}
        ingestUrl={env().HEADROOM_INGEST_URL}
      />
    </Shell>
  );
}
