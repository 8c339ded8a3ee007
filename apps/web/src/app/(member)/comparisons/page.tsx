import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { cache } from "react";
import type { RunComparison } from "@headroom/contract";
import { comparisonCrumb, comparisonTitle } from "@headroom/core";
import type { Crumb } from "@headroom/ui";
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
import type { ComparisonQuery } from "../../../features/comparison/view/search-params.ts";
import { namedRuns } from "../../../features/comparison/view/prepare-runs.ts";
import { serviceAddress } from "../../../features/shell/service-address.ts";
import { Shell } from "../../../features/shell/shell.tsx";
import { readViewer } from "../../../features/shell/viewer.ts";
import { serverCaller } from "../../../server/server-caller.ts";
import { requireSignedIn } from "../../../server/session.ts";

interface Props {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

const readPage = cache(async (query: string) =>
  readComparisonPage(await serverCaller(), JSON.parse(query) as ComparisonQuery),
);

export async function generateMetadata({ searchParams }: Props): Promise<Metadata> {
  const query = readComparisonQuery(await searchParams);
  const { comparison } = await readPage(JSON.stringify(query));
  return {
    title: `${comparison === null ? "Comparison" : comparisonTitle(...namedRuns(comparison))} · Headroom`,
  };
}

export default async function Comparison({ searchParams }: Props) {
  const search = await searchParams;
  const query = readComparisonQuery(search);
  const resolved = isChoosing(search) ? null : await readResolvedAddress(await serverCaller(), query);
  if (resolved !== null) redirect(resolved);
  const [{ comparison, positions, missing, only, reference, statistics }, viewer, { ctx }] =
    await Promise.all([readPage(JSON.stringify(query)), readViewer(), requireSignedIn()]);
  return (
    <Shell crumbs={crumbsOf(comparison)} viewer={viewer} page="comparison">
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

/** Where the runs are from, as far as they share it. */
function crumbsOf(comparison: RunComparison | null): Crumb[] {
  const [run, ...others] = comparison?.runs ?? [];
  if (comparison === null || run === undefined) return [{ label: "Comparison" }];
  const { service, experiment } = run;
  const isOfService = others.every((one) => one.service.slug === service.slug);
  const isOfExperiment = others.every((one) => one.experiment.id === experiment.id);
  return [
    ...(isOfService ? [{ label: service.name, href: serviceAddress(service.slug) }] : []),
    ...(isOfExperiment ? [{ label: experiment.name, href: `/experiments/${experiment.id}` }] : []),
    { label: isOfExperiment ? comparisonCrumb(...namedRuns(comparison)) : "Comparison" },
  ];
}
