import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { mayDo } from "@headroom/services";
import { CatalogPage } from "../../../../features/catalog/catalog-page.tsx";
import { prepareCatalog } from "../../../../features/catalog/prepare-catalog.ts";
import { catalogAddress, readCatalogQuery } from "../../../../features/catalog/search-params.ts";
import { Shell } from "../../../../features/shell/shell.tsx";
import { RunningRuns } from "../../../../features/shell/running-runs.tsx";
import { readViewer } from "../../../../features/shell/viewer.ts";
import { env } from "../../../../server/env.ts";
import { serverCaller } from "../../../../server/server-caller.ts";
import { requireSignedIn } from "../../../../server/session.ts";

export const metadata: Metadata = { title: "Experiments · Headroom" };

interface Props {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function Experiments({ searchParams }: Props) {
  const query = readCatalogQuery(await searchParams);
  if (query.service !== "") redirect(catalogAddress(query));
  const [{ ctx, workspaceName }, viewer, caller] = await Promise.all([
    requireSignedIn(),
    readViewer(),
    serverCaller(),
  ]);
  const [page, { runs: running }] = await Promise.all([
    caller.catalog.list(query),
    caller.run.running({ experimentId: null }),
  ]);
  const now = new Date();
  return (
    <Shell crumbs={[{ label: "Experiments" }]} viewer={viewer} page="experiments">
      <CatalogPage
        model={prepareCatalog({ page, query, now })}
        running={<RunningRuns runs={running} now={now} />}
        query={query}
        workspaceName={workspaceName}
        timeZone={viewer.timeZone}
        ingestUrl={env().HEADROOM_INGEST_URL}
        mayEdit={mayDo(ctx.actor, "edit")}
      />
    </Shell>
  );
}
