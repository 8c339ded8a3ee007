import type { ListedSlo } from "@headroom/contract";
import { EmptyState, PageHead, Sentence, Sheet, buttonClass } from "@headroom/ui";
import { AppLink } from "../shell/app-link.tsx";
import { ReadAgain } from "../shell/read-again.tsx";
import { sentenceOfAll } from "./slo-words.ts";
import { SlosTable, worstFirst } from "./slos-table.tsx";

/** What is measured ends with the last whole minute. */
const EVERY_SECONDS = 60;

/** The SLOs of all services, those that burn first. */
export function AllSlosPage({ slos }: { slos: readonly ListedSlo[] }) {
  return (
    <>
      <ReadAgain everySeconds={EVERY_SECONDS} />
      <PageHead sentence={<Sentence {...sentenceOfAll(slos)} />} />
      <Sheet label="SLOs">
        {slos.length === 0 ? (
          <EmptyState
            title="What do you promise your users?"
            step="Choose a service, and say which share of its requests must be fast and succeed, such as 99.9% within 300 ms."
          >
            <AppLink href="/services" className={buttonClass("primary")}>
              Choose a service
            </AppLink>
          </EmptyState>
        ) : (
          <SlosTable slos={worstFirst(slos)} withService />
        )}
      </Sheet>
    </>
  );
}
