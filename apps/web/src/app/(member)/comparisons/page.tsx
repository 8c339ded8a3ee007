import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { mayDo } from "@headroom/services";
import { ChoosePage } from "../../../features/comparison/choose-page.tsx";
import { ComparisonView } from "../../../features/comparison/comparison-view.tsx";
import {
  readComparisonPage,
  readResolvedAddress,
} from "../../../features/comparison/read-comparison-page.ts";
import { isChoosing, readComparisonQuery } from "../../../features/comparison/search-params.ts";
import { Shell } from "../../../features/shell/shell.tsx";
import { readViewer } from "../../../features/shell/viewer.ts";
import { serverCaller } from "../../../server/server-caller.ts";
import { requireSignedIn } from "../../../server/session.ts";

export const metadata: Metadata = { title: "Comparison · Headroom" };

interface Props {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function Comparison({ searchParams }: Props) {
  const search = await searchParams;
  const query = readComparisonQuery(search);
  const resolved = isChoosing(search) ? null : await readResolvedAddress(await serverCaller(), query);
  if (resolved !== null) redirect(resolved);
  const [{ comparison, positions, missing, only }, viewer, { ctx }] = await Promise.all([
    serverCaller().then((caller) => readComparisonPage(caller, query)),
    readViewer(),
    requireSignedIn(),
  ]);
  const services = new Set(comparison?.runs.map(({ service }) => service.name));
  const [service] = services;
  return (
    <Shell
      crumbs={[
        ...(service !== undefined && services.size === 1
          ? [{ label: service, href: `/catalog?q=${encodeURIComponent(service)}` }]
          : []),
        { label: "Comparison" },
      ]}
      viewer={viewer}
      page="comparison"
    >
      {comparison === null ? (
        <ChoosePage query={query} only={only} missing={missing} />
      ) : (
        <ComparisonView
          comparison={comparison}
          positions={positions}
          query={query}
          missing={missing}
          timeZone={viewer.timeZone}
          mayEdit={mayDo(ctx.actor, "edit")}
        />
      )}
    </Shell>
  );
}
