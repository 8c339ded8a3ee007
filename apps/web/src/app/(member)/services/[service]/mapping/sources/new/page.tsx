import type { Metadata } from "next";
import { Muted } from "@headroom/ui";
import { SourcePage } from "../source-page.tsx";
import { emptySource, sourceFor } from "../../../../../../../features/mapping/source-values.ts";
import { serverCaller, orNotFound } from "../../../../../../../server/server-caller.ts";
import { decodedSlug } from "../../../decoded-slug.ts";

export const metadata: Metadata = { title: "New source · Headroom" };

interface Props {
  params: Promise<{ service: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function NewSource({ params, searchParams }: Props) {
  const service = decodedSlug((await params).service);
  const { metric, field } = await searchParams;
  const metrics = await orNotFound((await serverCaller()).mapping.metrics({ service }));
  const seen = metrics.find((one) => one.name === metric && one.field === (field ?? null));
  return (
    <SourcePage
      service={service}
      source={null}
      begin={seen === undefined ? emptySource() : sourceFor(seen)}
      metrics={metrics}
      sentence={
        <>
          What do your metrics count? <Muted>Nothing changes before you add the source.</Muted>
        </>
      }
    />
  );
}
