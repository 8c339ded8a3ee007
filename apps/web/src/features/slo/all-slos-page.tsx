import type { ListedSlo } from "@headroom/contract";
import { EmptyState, PageHead, Sentence, Sheet, buttonClass } from "@headroom/ui";
import { AppLink } from "../shell/app-link.tsx";
import { ReadAgain } from "../shell/read-again.tsx";
import { NewSlo } from "./new-slo.tsx";
import { sentenceOfAll } from "./slo-words.ts";
import { SlosTable, worstFirst } from "./slos-table.tsx";

/** What is measured ends with the last whole minute. */
const EVERY_SECONDS = 60;

interface AllSlosPageProps {
  slos: readonly ListedSlo[];
  services: readonly { slug: string; name: string }[];
  mayEdit: boolean;
}

/** The SLOs of all services, those that burn first. */
export function AllSlosPage({ slos, services, mayEdit }: AllSlosPageProps) {
  const create = mayEdit && services.length > 0 ? <NewSlo services={services} /> : undefined;
  return (
    <>
      <ReadAgain everySeconds={EVERY_SECONDS} />
      <PageHead
        sentence={<Sentence {...sentenceOfAll(slos)} />}
        actions={slos.length === 0 ? undefined : create}
      />
      <Sheet label="SLOs">
        {slos.length === 0 ? (
          <EmptyState
            title="What do you promise your users?"
            step="Say which share of a service's requests must be fast and succeed, such as 99.9% within 300 ms."
          >
            {create ?? (
              <AppLink href="/services" className={buttonClass("primary")}>
                Open services
              </AppLink>
            )}
          </EmptyState>
        ) : (
          <SlosTable slos={worstFirst(slos)} withService />
        )}
      </Sheet>
    </>
  );
}
