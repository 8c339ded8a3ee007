import { EmptyState, Muted, PageHead, Sheet, buttonClass, formatCount } from "@headroom/ui";
import { AppLink } from "../shell/app-link.tsx";
import { CatalogFilter } from "./catalog-filter.tsx";
import { CatalogTable } from "./catalog-table.tsx";
import { FirstRun } from "./first-run.tsx";
import { ROWS_ON_A_PAGE } from "./prepare-catalog.ts";
import type { CatalogModel } from "./prepare-catalog.ts";
import { catalogAddress } from "./search-params.ts";
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
        eyebrow={<Eyebrow model={model} />}
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
        <Pages found={model.found} query={query} />
      </Sheet>
    </>
  );
}

function Pages({ found, query }: { found: number; query: CatalogQuery }) {
  const pages = Math.ceil(found / ROWS_ON_A_PAGE);
  if (pages <= 1) return null;
  const to = (page: number) => catalogAddress({ ...query, page });
  return (
    <nav aria-label="Pages of the catalog" className="flex items-center gap-2 px-4 py-2.5 wide:px-5">
      <span className="mr-auto text-12 text-ink-3">
        page {query.page} of {pages}
      </span>
      {query.page > 1 ? (
        <AppLink href={to(query.page - 1)} className={buttonClass()}>
          Previous
        </AppLink>
      ) : null}
      {query.page < pages ? (
        <AppLink href={to(query.page + 1)} className={buttonClass()}>
          Next
        </AppLink>
      ) : null}
    </nav>
  );
}

function Eyebrow({ model }: { model: CatalogModel }) {
  const { experiments, services } = model;
  return (
    <>
      <span>Catalog</span>
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
