import type { ListedSlo } from "@headroom/contract";
import { EmptyState, PageHead, Sentence, Sheet, Table, buttonClass, formatCount } from "@headroom/ui";
import { RefreshPage } from "../run/refresh-page.tsx";
import { AppLink } from "../shell/app-link.tsx";
import { SimulatedTag } from "../shell/simulated-tag.tsx";
import { sloAddress, slosAddress } from "./addresses.ts";
import { ImportOpenSlo } from "./import-openslo.tsx";
import { SloState } from "./slo-state.tsx";
import { burningOf, leftText, objectiveText, rangeText, windowText } from "./slo-words.ts";

/** What is measured ends with the last whole minute. */
const EVERY_SECONDS = 60;

interface SlosPageProps {
  service: { slug: string; name: string };
  slos: readonly ListedSlo[];
  mayEdit: boolean;
}

/** The SLOs of a service. */
export function SlosPage({ service, slos, mayEdit }: SlosPageProps) {
  return (
    <>
      <RefreshPage everySeconds={EVERY_SECONDS} />
      <PageHead
        eyebrow={
          <AppLink href={`/services/${encodeURIComponent(service.slug)}`} className="hover:underline">
            <bdi>{service.name}</bdi>
          </AppLink>
        }
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
      <Sheet label="SLOs">
        {slos.length === 0 ? (
          <EmptyState
            title="What do you promise the users of this service?"
            step="Choose which share of requests has to be fast and without an error, such as 99.9% within 300 ms."
          />
        ) : (
          <SlosTable service={service.slug} slos={slos} />
        )}
      </Sheet>
    </>
  );
}

function sentenceOf(slos: readonly ListedSlo[]): { lead: string; rest: string } {
  if (slos.length === 0) return { lead: "No SLOs yet.", rest: "" };
  const count = (are: (slo: ListedSlo) => boolean) => slos.filter(are).length;
  const spent = count(({ status }) => status.state === "spent");
  const burning = count(({ status }) => status.state !== "spent" && burningOf(status) !== null);
  const unsure = count(({ status }) => status.state === "unsure");
  const silent = count(({ status }) => status.state === "no-requests");
  const rest = [
    ...(burning > 0 ? [`${formatCount(burning)} burning fast enough to alert.`] : []),
    ...(unsure > 0 ? [`${formatCount(unsure)} unsure.`] : []),
    ...(silent > 0 ? [`${formatCount(silent)} without requests.`] : []),
  ].join(" ");
  if (spent > 0)
    return { lead: `${formatCount(spent)} of ${formatCount(slos.length)} error budgets spent.`, rest };
  if (unsure + silent > 0) return { lead: "No error budget is known to be spent.", rest };
  return { lead: slos.length === 1 ? "The SLO is met so far." : "All SLOs are met so far.", rest };
}

function SlosTable({ service, slos }: { service: string; slos: readonly ListedSlo[] }) {
  return (
    <Table label="SLOs" narrow="scroll">
      <thead>
        <tr>
          <th scope="col">SLO</th>
          <th scope="col">Objective</th>
          <th scope="col">Window</th>
          <th scope="col" className="right">
            Budget left, %
          </th>
          <th scope="col">Burning</th>
          <th scope="col">State</th>
        </tr>
      </thead>
      <tbody>
        {slos.map((slo) => (
          <Row key={slo.id} service={service} slo={slo} />
        ))}
      </tbody>
    </Table>
  );
}

function Row({ service, slo }: { service: string; slo: ListedSlo }) {
  const { leftPercent } = slo.status.budget;
  const burning = burningOf(slo.status);
  return (
    <tr>
      <th scope="row" className="min-w-40">
        <AppLink
          href={sloAddress(service, slo.id)}
          className="text-14 font-semibold [overflow-wrap:anywhere] hover:underline"
        >
          <bdi>{slo.name}</bdi>
        </AppLink>
        <SimulatedTag simulated={slo.status.simulated} />
        {slo.label === null ? null : (
          <bdi className="mt-0.5 block font-mono text-12 font-normal text-ink-3 wrap-anywhere">
            {slo.label}
          </bdi>
        )}
      </th>
      <td className="min-w-48">{objectiveText(slo)}</td>
      <td className="whitespace-nowrap">{windowText(slo.window)}</td>
      <td className="right whitespace-nowrap">
        {leftPercent === null ? "–" : rangeText(leftPercent, leftText)}
      </td>
      <td className="whitespace-nowrap">
        {burning === null ? <span className="text-ink-3">–</span> : burning === "page" ? "fast" : "slowly"}
      </td>
      <td>
        <SloState state={slo.status.state} />
      </td>
    </tr>
  );
}
