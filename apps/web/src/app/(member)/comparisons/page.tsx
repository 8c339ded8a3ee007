import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { mayDo } from "@headroom/services";
import { ChoosePage } from "../../../features/comparison/pair/choose-page.tsx";
import { ManyPage } from "../../../features/comparison/many/many-page.tsx";
import { ComparisonView } from "../../../features/comparison/pair/comparison-view.tsx";
import {
  readComparisonPage,
  readResolvedAddress,
} from "../../../features/comparison/pair/read-comparison-page.ts";
import {
  MANY_RUNS,
  isChoosing,
  readComparisonQuery,
} from "../../../features/comparison/view/search-params.ts";
import { serviceAddress } from "../../../features/shell/service-address.ts";
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
  const [{ comparison, positions, missing, only, reference, statistics }, viewer, { ctx }] =
    await Promise.all([
      serverCaller().then((caller) => readComparisonPage(caller, query)),
      readViewer(),
      requireSignedIn(),
    ]);
  const services = new Map(comparison?.runs.map(({ service }) => [service.slug, service.name]));
  const [service] = services;
  return (
    <Shell
      crumbs={[
        ...(service !== undefined && services.size === 1
          ? [{ label: service[1], href: serviceAddress(service[0]) }]
          : []),
        { label: "Comparison" },
      ]}
      viewer={viewer}
      page="comparison"
    >
      {comparison === null ? (
        <ChoosePage query={query} only={only} missing={missing} />
      ) : comparison.runs.length >= MANY_RUNS && comparison.ramps === null ? (
        <ManyPage
          comparison={comparison}
          positions={positions}
          query={query}
          missing={missing}
          first={statistics}
          mayEdit={mayDo(ctx.actor, "edit")}
        />
      ) : (
        <ComparisonView
          comparison={comparison}
          positions={positions}
          query={query}
          missing={missing}
          reference={reference}
          first={statistics}
          timeZone={viewer.timeZone}
          mayEdit={mayDo(ctx.actor, "edit")}
        />
      )}
    </Shell>
  );
}
