import { EmptyState, Muted, PageHead, Sheet, formatCount } from "@headroom/ui";
import { CatalogFilter } from "./catalog-filter.tsx";
import { CatalogTable } from "./catalog-table.tsx";
import { FirstRun } from "./first-run.tsx";
import type { CatalogModel } from "./prepare-catalog.ts";
import type { CatalogQuery } from "./search-params.ts";

interface CatalogPageProps {
  model: CatalogModel;
  query: CatalogQuery;
  workspaceName: string;
  timeZone: string;
  ingestUrl: string;
}

export function CatalogPage({ model, query, workspaceName, timeZone, ingestUrl }: CatalogPageProps) {
  if (model.experiments === 0 && query.search === "") {
    return (
      <>
        <PageHead
          eyebrow={<span>{workspaceName}</span>}
          sentence={
            <>
              Nothing was proved yet. <Muted>The first run makes the first experiment.</Muted>
            </>
          }
        />
        <Sheet label="First run">
          <FirstRun ingestUrl={ingestUrl} />
        </Sheet>
      </>
    );
  }
  return (
    <>
      <PageHead
        eyebrow={<Eyebrow model={model} workspaceName={workspaceName} />}
        sentence={
          <>
            {query.search === "" ? model.sentence.lead : foundWords(model.experiments, query.search)}{" "}
            <Muted>{query.search === "" ? model.sentence.rest : ""}</Muted>
          </>
        }
      />
      <Sheet label="Experiments">
        <CatalogFilter query={query} counts={model.counts} />
        {model.groups.length === 0 ? (
          <EmptyState
            title="No experiment is left."
            step="Nothing has this name and this verdict. Choose All, or search for less."
          />
        ) : (
          <CatalogTable groups={model.groups} timeZone={timeZone} />
        )}
      </Sheet>
    </>
  );
}

function Eyebrow({ model, workspaceName }: { model: CatalogModel; workspaceName: string }) {
  const { experiments, services } = model;
  return (
    <>
      <span>{workspaceName}</span>
      <span>
        {formatCount(experiments)} {experiments === 1 ? "experiment" : "experiments"} of{" "}
        {formatCount(services)} {services === 1 ? "service" : "services"}
      </span>
    </>
  );
}

function foundWords(found: number, search: string): string {
  return `${formatCount(found)} ${found === 1 ? "experiment" : "experiments"} with “${search}”.`;
}
