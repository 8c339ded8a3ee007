import { plural } from "@headroom/core/format";
import type { ReactNode } from "react";
import {
  EmptyState,
  Icon,
  Muted,
  PageHead,
  Pagination,
  Sentence,
  Sheet,
  buttonClass,
  textLinkClass,
  Command,
} from "@headroom/ui";
import { ReadAgainWhile } from "../shell/read-again.tsx";
import { AppLink } from "../shell/app-link.tsx";
import { ViewsButton } from "../saved-views/views-button.tsx";
import { SelectionBar } from "./catalog-selection.tsx";
import { CatalogFilter } from "./catalog-filter.tsx";
import { CatalogTable } from "./catalog-table.tsx";
import { ListKeys } from "./list-keys.tsx";
import { ROWS_ON_A_PAGE } from "./prepare-catalog.ts";
import type { CatalogModel } from "./prepare-catalog.ts";
import { catalogAddress, readCatalogQuery } from "./search-params.ts";
import type { CatalogQuery } from "./search-params.ts";
import { firstRunCommand } from "./first-run-command.ts";

interface CatalogPageProps {
  model: CatalogModel;
  /** Runs that are being received. */
  running: ReactNode;
  query: CatalogQuery;
  workspaceName: string;
  timeZone: string;
  ingestUrl: string;
  mayEdit: boolean;
}

export function CatalogPage(props: CatalogPageProps) {
  const { model, running, query, workspaceName, timeZone, ingestUrl, mayEdit } = props;
  const actions = mayEdit ? <Actions /> : null;
  if (model.empty) {
    return (
      <EmptyCatalog workspaceName={workspaceName} ingestUrl={ingestUrl} running={running} actions={actions} />
    );
  }
  const { all } = model.counts;
  return (
    <>
      <PageHead
        eyebrow={
          <>
            <span>{plural(all, "experiment")}</span>
            <span className="max-wide:hidden">
              / to search, j and k to move, Enter to open, c to select for comparison
            </span>
          </>
        }
        sentence={<Sentence lead={model.sentence.lead} rest={model.sentence.rest} />}
        actions={
          <>
            <ViewsButton page="experiments" mayEdit={mayEdit} />
            {actions}
          </>
        }
      />
      {running}
      <CatalogList model={model} query={query} timeZone={timeZone} />
    </>
  );
}

/** The experiments with their filters, and the keys that move among them. */
export function CatalogList({
  model,
  query,
  timeZone,
}: Pick<CatalogPageProps, "model" | "query" | "timeZone">) {
  return (
    <>
      <ReadAgainWhile pending={model.counts.pending > 0} />
      <Sheet label="Experiments">
        <CatalogFilter query={query} counts={model.counts} />
        {query.outcome === "unsure" ? (
          <p className="px-4 py-2.5 text-13 text-ink-2 wide:px-5">
            <AppLink href="/runs/unsure" className={textLinkClass}>
              Show why runs are unsure
            </AppLink>
          </p>
        ) : null}
        {model.groups.length === 0 ? (
          <EmptyState title="No experiments match these filters." step="Remove a filter, or clear them all.">
            <AppLink
              href={catalogAddress({ ...readCatalogQuery({}), service: query.service })}
              className={buttonClass()}
            >
              Clear filters
            </AppLink>
          </EmptyState>
        ) : (
          <CatalogTable groups={model.groups} query={query} timeZone={timeZone} />
        )}
        {model.found > ROWS_ON_A_PAGE ? (
          <Pagination
            page={query.page - 1}
            pageSize={ROWS_ON_A_PAGE}
            total={model.found}
            of="experiments"
            href={(page) => catalogAddress({ ...query, page: page + 1 })}
            link={AppLink}
            className="px-4 py-2.5 wide:px-5"
          />
        ) : null}
      </Sheet>
      <SelectionBar />
      <ListKeys list="catalog" />
    </>
  );
}

interface EmptyCatalogProps {
  workspaceName: string;
  ingestUrl: string;
  running: ReactNode;
  actions: ReactNode;
}

function EmptyCatalog({ workspaceName, ingestUrl, running, actions }: EmptyCatalogProps) {
  return (
    <>
      <PageHead
        eyebrow={<span>{workspaceName}</span>}
        sentence={
          <>
            Nothing proved yet. <Muted>Your first run creates your first experiment.</Muted>
          </>
        }
        actions={actions}
      />
      {running}
      <Sheet label="First run">
        <FirstRun ingestUrl={ingestUrl} />
      </Sheet>
    </>
  );
}

function Actions() {
  return (
    <>
      {/* Phones have it in the bar above. */}
      <AppLink href="/upload" className={buttonClass("plain", "max-wide:hidden")}>
        <Icon name="upload" />
        Upload a run
      </AppLink>
      <AppLink href="/experiments/new" className={buttonClass("primary")}>
        <Icon name="plus" />
        New experiment
      </AppLink>
    </>
  );
}

/** From nothing to a judged run with one command. */
function FirstRun({ ingestUrl }: { ingestUrl: string }) {
  return (
    <EmptyState
      title="No runs yet."
      step="Create a token under Settings, Tokens, then upload the results file of any load tool. The service and the experiment are created on first use. The response contains the verdict and a link to the run."
    >
      <Command text={firstRunCommand(ingestUrl)} label="Upload command" />
    </EmptyState>
  );
}
