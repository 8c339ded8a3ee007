import type { ReactNode } from "react";
import type { ListedSlo } from "@headroom/contract";
import { spentSoFar } from "@headroom/core";
import { EmptyState, PageHead, Sentence, Sheet, buttonClass, formatCount } from "@headroom/ui";
import { ReadAgain } from "../shell/read-again.tsx";
import { AppLink } from "../shell/app-link.tsx";
import { slosAddress } from "./addresses.ts";
import { ImportOpenSlo } from "./import-openslo.tsx";
import { burningOf } from "./slo-words.ts";
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
        sentence={<Sentence {...sentenceOf(slos)} />}
        actions={
          mayEdit ? (
            <>
              <ImportOpenSlo />
              <AppLink href={`${slosAddress(service.slug)}/new`} className={buttonClass("primary")}>
                New SLO
              </AppLink>
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
          />
        ) : (
          <SlosTable slos={slos} />
        )}
      </Sheet>
    </>
  );
}

export function sentenceOf(slos: readonly ListedSlo[]): { lead: string; rest: string } {
  if (slos.length === 0) return { lead: "No SLOs yet.", rest: "" };
  const count = (are: (slo: ListedSlo) => boolean) => slos.filter(are).length;
  const isSpent = ({ status }: ListedSlo) => status.state === "spent" && spentSoFar(status) === null;
  const spent = count(isSpent);
  const tooFast = count((slo) => slo.status.state === "spent" && !isSpent(slo));
  const burning = count(({ status }) => status.state !== "spent" && burningOf(status) !== null);
  const unsure = count(({ status }) => status.state === "unsure");
  const silent = count(({ status }) => status.state === "no-requests");
  const rest = [
    ...(tooFast > 0 ? [`${formatCount(tooFast)} burning above the allowed rate so far.`] : []),
    ...(burning > 0 ? [`${formatCount(burning)} burning fast enough to alert.`] : []),
    ...(unsure > 0 ? [`${formatCount(unsure)} unsure.`] : []),
    ...(silent > 0 ? [`${formatCount(silent)} without requests.`] : []),
  ].join(" ");
  if (spent > 0)
    return { lead: `${formatCount(spent)} of ${formatCount(slos.length)} error budgets spent.`, rest };
  if (unsure + silent + tooFast > 0) return { lead: "No error budget is known to be spent.", rest };
  return { lead: slos.length === 1 ? "The SLO is met so far." : "All SLOs are met so far.", rest };
}
