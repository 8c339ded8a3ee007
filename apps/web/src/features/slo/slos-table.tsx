import type { ListedSlo } from "@headroom/contract";
import { rateInWords, spentSoFar } from "@headroom/core";
import { Table } from "@headroom/ui";
import { AppLink } from "../shell/app-link.tsx";
import { SimulatedTag } from "../shell/simulated-tag.tsx";
import { sloAddress, slosAddress } from "./addresses.ts";
import { SloState } from "./slo-state.tsx";
import { burningOf, leftText, objectiveText, rangeText, windowText } from "./slo-words.ts";

interface SlosTableProps {
  slos: readonly ListedSlo[];
  /** They are of several services. */
  withService?: boolean;
}

export function SlosTable({ slos, withService = false }: SlosTableProps) {
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
          <Row key={slo.id} slo={slo} withService={withService} />
        ))}
      </tbody>
    </Table>
  );
}

/** While little of the window is known, how fast; otherwise whether it alerts. */
function burningText(status: ListedSlo["status"]): string | null {
  const early = spentSoFar(status);
  if (early !== null) return rateInWords(early);
  const burning = burningOf(status);
  return burning === null ? null : burning === "page" ? "fast" : "slowly";
}

function Row({ slo, withService }: { slo: ListedSlo; withService: boolean }) {
  const { leftPercent } = slo.status.budget;
  return (
    <tr>
      <th scope="row" className="min-w-40">
        <AppLink
          href={sloAddress(slo.service.slug, slo.id)}
          className="text-14 font-semibold [overflow-wrap:anywhere] hover:underline"
        >
          <bdi>{slo.name}</bdi>
        </AppLink>
        <SimulatedTag simulated={slo.status.simulated} />
        {withService ? (
          <AppLink
            href={slosAddress(slo.service.slug)}
            className="mt-0.5 block text-12 font-normal wrap-anywhere text-ink-2 hover:underline"
          >
            <bdi>{slo.service.name}</bdi>
          </AppLink>
        ) : null}
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
        {burningText(slo.status) ?? <span className="text-ink-3">–</span>}
      </td>
      <td>
        <SloState state={slo.status.state} />
      </td>
    </tr>
  );
}

export function worstFirst(slos: readonly ListedSlo[]): ListedSlo[] {
  return slos.toSorted((a, b) => rankOf(a) - rankOf(b));
}

/** By what has to be looked at: what burns fast, what is spent, what burns slowly, then the others. */
function rankOf({ status }: ListedSlo): number {
  const burning = burningOf(status);
  if (burning === "page") return 0;
  if (status.state === "spent") return 1;
  return burning === null ? 3 : 2;
}
