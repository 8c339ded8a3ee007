import type { Metadata } from "next";
import { roundsOf, readSetQuery } from "../../../../features/comparison/rounds-params.ts";
import { SetView } from "../../../../features/comparison/rounds-view.tsx";
import { Shell } from "../../../../features/shell/shell.tsx";
import { readViewer } from "../../../../features/shell/viewer.ts";
import { orNotFound, serverCaller } from "../../../../server/server-caller.ts";

export const metadata: Metadata = { title: "Compare rounds · Headroom" };

interface Props {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function Rounds({ searchParams }: Props) {
  const query = readSetQuery(await searchParams);
  const [caller, viewer] = await Promise.all([serverCaller(), readViewer()]);
  const rounds = roundsOf(query);
  const [{ services }, set] = await Promise.all([
    caller.catalog.choices(),
    query.service === "" || rounds === null
      ? null
      : orNotFound(caller.comparison.set({ serviceSlug: query.service, rounds })),
  ]);
  return (
    <Shell
      crumbs={[
        ...(set === null
          ? []
          : [{ label: set.service.name, href: `/catalog?q=${encodeURIComponent(set.service.name)}` }]),
        { label: "Compare rounds" },
      ]}
      viewer={viewer}
      page="comparison"
    >
      <SetView
        set={set}
        query={query}
        services={services.map(({ value, name }) => ({ slug: value, name }))}
      />
    </Shell>
  );
}
