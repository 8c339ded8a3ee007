import type { Metadata } from "next";
import { mayDo } from "@headroom/services";
import { roundsOf, readRoundsQuery } from "../../../../features/comparison/rounds/rounds-params.ts";
import { RoundsView } from "../../../../features/comparison/rounds/rounds-view.tsx";
import { serviceAddress } from "../../../../features/shell/service-address.ts";
import { Shell } from "../../../../features/shell/shell.tsx";
import { readViewer } from "../../../../features/shell/viewer.ts";
import { orNotFound, serverCaller } from "../../../../server/server-caller.ts";
import { requireSignedIn } from "../../../../server/session.ts";

interface Props {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export async function generateMetadata({ searchParams }: Props): Promise<Metadata> {
  const { service } = readRoundsQuery(await searchParams);
  return { title: service === "" ? "Compare rounds · Headroom" : `Rounds of ${service} · Headroom` };
}

export default async function Rounds({ searchParams }: Props) {
  const query = readRoundsQuery(await searchParams);
  const [caller, viewer, { ctx }] = await Promise.all([serverCaller(), readViewer(), requireSignedIn()]);
  const rounds = roundsOf(query);
  const [{ services }, comparison] = await Promise.all([
    caller.catalog.choices(),
    query.service === "" || rounds === null
      ? null
      : orNotFound(caller.comparison.rounds({ serviceSlug: query.service, rounds })),
  ]);
  return (
    <Shell
      crumbs={[
        ...(comparison === null
          ? []
          : [{ label: comparison.service.name, href: serviceAddress(comparison.service.slug) }]),
        { label: "Compare rounds" },
      ]}
      viewer={viewer}
      page="comparison"
    >
      <RoundsView
        comparison={comparison}
        query={query}
        services={services.map(({ value, name }) => ({ slug: value, name }))}
        mayShare={mayDo(ctx.actor, "edit")}
      />
    </Shell>
  );
}
