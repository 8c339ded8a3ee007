import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { Muted } from "@headroom/ui";
import { SourcePage } from "../source-page.tsx";
import { valuesOfSource } from "../../../../../../../features/mapping/source-values.ts";
import { serverCaller, orNotFound } from "../../../../../../../server/server-caller.ts";
import { decodedSlug } from "../../../decoded-slug.ts";

export const metadata: Metadata = { title: "Edit source · Headroom" };

interface Props {
  params: Promise<{ service: string; id: string }>;
}

export default async function EditSource({ params }: Props) {
  const { service: encoded, id } = await params;
  const service = decodedSlug(encoded);
  const caller = await serverCaller();
  const { own } = await orNotFound(caller.mapping.get({ service }));
  const source = own.find((one) => one.id === decodedSlug(id));
  if (source === undefined) notFound();
  return (
    <SourcePage
      service={service}
      source={source}
      begin={valuesOfSource(source)}
      metrics={await caller.mapping.metrics({ service })}
      sentence={
        <>
          <span dir="auto">{source.name}</span> <Muted>A change applies to what arrives from now on.</Muted>
        </>
      }
    />
  );
}
