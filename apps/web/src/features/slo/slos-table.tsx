import type { ListedSlo } from "@headroom/contract";
import { rateInWords, spentSoFar } from "@headroom/core";
import { Table } from "@headroom/ui";
import { AppLink } from "../shell/app-link.tsx";
import { SimulatedTag } from "../shell/simulated-tag.tsx";
import { sloAddress } from "./addresses.ts";
import { SloState } from "./slo-state.tsx";
import { burningOf, leftText, objectiveText, rangeText, windowText } from "./slo-words.ts";

export function SlosTable({ service, slos }: { service: string; slos: readonly ListedSlo[] }) {
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

/** While little of the window is known, how fast; otherwise whether it alerts. */
function burningText(status: ListedSlo["status"]): string | null {
  const early = spentSoFar(status);
  if (early !== null) return rateInWords(early);
  const burning = burningOf(status);
  return burning === null ? null : burning === "page" ? "fast" : "slowly";
}

function Row({ service, slo }: { service: string; slo: ListedSlo }) {
  const { leftPercent } = slo.status.budget;
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
        {burningText(slo.status) ?? <span className="text-ink-3">–</span>}
      </td>
      <td>
        <SloState state={slo.status.state} />
      </td>
    </tr>
  );
}
