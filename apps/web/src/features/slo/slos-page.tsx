import type { ReactNode } from "react";
import type { ListedSlo } from "@headroom/contract";
import { EmptyState, PageHead, Sentence, Sheet, buttonClass } from "@headroom/ui";
import { ReadAgain } from "../shell/read-again.tsx";
import { AppLink } from "../shell/app-link.tsx";
import { newSloAddress } from "./addresses.ts";
import { ImportOpenSlo } from "./import-openslo.tsx";
import { sentenceOfAll } from "./slo-words.ts";
import { SlosTable } from "./slos-table.tsx";

/** What is measured ends with the last whole minute. */
const EVERY_SECONDS = 60;

interface SlosPageProps {
  service: { slug: string; name: string };
  slos: readonly ListedSlo[];
  mayEdit: boolean;
  /** The tabs of the service. */
  children: ReactNode;
}

/** The SLOs of a service. */
export function SlosPage({ service, slos, mayEdit, children }: SlosPageProps) {
  return (
    <>
      <ReadAgain everySeconds={EVERY_SECONDS} />
      <PageHead
        eyebrow={<bdi className="wrap-anywhere">{service.name}</bdi>}
        sentence={<Sentence {...sentenceOfAll(slos)} />}
        actions={
          mayEdit ? (
            <>
              <ImportOpenSlo />
              {slos.length === 0 ? null : (
                <AppLink href={newSloAddress(service.slug)} className={buttonClass("primary")}>
                  New SLO
                </AppLink>
              )}
            </>
          ) : undefined
        }
      />
      {children}
      <Sheet label="SLOs">
        {slos.length === 0 ? (
          <EmptyState
            title="What do you promise the users of this service?"
            step="Choose which share of requests has to be fast and without an error, such as 99.9% within 300 ms."
          >
            {mayEdit ? (
              <AppLink href={newSloAddress(service.slug)} className={buttonClass("primary")}>
                New SLO
              </AppLink>
            ) : null}
          </EmptyState>
        ) : (
          <SlosTable slos={slos} />
        )}
      </Sheet>
    </>
  );
}
