import type { ReactNode } from "react";
import { EmptyState, Icon, PageHead, Sentence, Sheet, buttonClass } from "@headroom/ui";
import { AppLink } from "../shell/app-link.tsx";
import { uploadAddress } from "../shell/upload-address.ts";
import { CatalogList } from "./catalog-page.tsx";
import type { CatalogModel } from "./prepare-catalog.ts";
import type { CatalogQuery } from "./search-params.ts";

interface OwnExperimentsPageProps {
  service: { slug: string; name: string };
  model: CatalogModel;
  query: CatalogQuery;
  timeZone: string;
  mayEdit: boolean;
  /** The tabs of the service. */
  children: ReactNode;
}

/** The experiments of one service, with the filters of the list of all. */
export function OwnExperimentsPage(props: OwnExperimentsPageProps) {
  const { service, model, query, timeZone, mayEdit, children } = props;
  return (
    <>
      <PageHead
        eyebrow={<bdi className="wrap-anywhere">{service.name}</bdi>}
        sentence={
          model.empty ? (
            "No experiments yet."
          ) : (
            <Sentence lead={model.sentence.lead} rest={model.sentence.rest} />
          )
        }
        actions={
          mayEdit ? (
            <>
              <AppLink
                href={uploadAddress({ service: service.name, experiment: "" })}
                className={buttonClass()}
              >
                <Icon name="upload" />
                Upload a run
              </AppLink>
              <AppLink href="/experiments/new" className={buttonClass("primary")}>
                <Icon name="plus" />
                New experiment
              </AppLink>
            </>
          ) : null
        }
      />
      {children}
      {model.empty ? (
        <Sheet label="Experiments">
          <EmptyState
            title="No experiments yet."
            step="Upload the results file of a load test, and its experiment appears here with its verdict."
          />
        </Sheet>
      ) : (
        <CatalogList model={model} query={query} timeZone={timeZone} />
      )}
    </>
  );
}
