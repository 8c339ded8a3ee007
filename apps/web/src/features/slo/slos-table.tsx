import type { ReactNode } from "react";
import type { ListedSlo } from "@headroom/contract";
import { rateInWords, spentSoFar } from "@headroom/core";
import { BlockHead, Table, textLinkClass } from "@headroom/ui";
import { AppLink } from "../shell/app-link.tsx";
import { SimulatedTag } from "../shell/simulated-tag.tsx";
import { isNamedSimulated } from "../shell/simulated-words.ts";
import { sloAddress, slosAddress } from "./addresses.ts";
import { SloState } from "./slo-state.tsx";
import {
  burningOf,
  burnNow,
  goodText,
  leftText,
  lengthText,
  nextStepOf,
  objectiveText,
  rangeText,
  windowText,
} from "./slo-words.ts";

interface SlosTableProps {
  slos: readonly ListedSlo[];
  /** They are of several services. */
  withService?: boolean;
}

const LEFT = "Error budget left";
const BURN = "Burn rate now";

/** Each with its promise, what was kept of it, what is left, how fast that goes, and what to do. */
export function SlosTable({ slos, withService = false }: SlosTableProps) {
  return (
    <Table label="SLOs" narrow="blocks">
      <thead>
        <tr>
          <th scope="col">SLO</th>
          <th scope="col">State</th>
          <th scope="col" className="right">
            Good requests
          </th>
          <th scope="col" className="right">
            {LEFT}
          </th>
          <th scope="col" className="right">
            {BURN}
          </th>
          <th scope="col">Next step</th>
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

function Row({ slo, withService }: { slo: ListedSlo; withService: boolean }) {
  const { status } = slo;
  const next = nextStepOf(status);
  return (
    <tr className="relative max-wide:grid-cols-[minmax(0,1fr)_auto]!">
      <th scope="row" className="desk:min-w-64">
        <AppLink
          href={sloAddress(slo.service.slug, slo.id)}
          className="text-14 font-semibold [overflow-wrap:anywhere] after:absolute after:inset-0 after:content-[''] hover:underline"
        >
          <bdi>{slo.name}</bdi>
        </AppLink>
        {withService && isNamedSimulated(slo.service.name, status.simulated) ? null : (
          <>
            {" "}
            <SimulatedTag simulated={status.simulated} />
          </>
        )}
        {withService ? (
          <AppLink
            href={slosAddress(slo.service.slug)}
            className="relative z-1 mt-0.5 block text-12 font-normal wrap-anywhere text-ink-2 hover:underline"
          >
            <bdi>{slo.service.name}</bdi>
          </AppLink>
        ) : null}
        <span className="mt-0.5 block text-12 font-normal text-ink-3">
          {objectiveText(slo)}
          {slo.label === null ? null : (
            <>
              , <bdi className="font-mono wrap-anywhere">{slo.label}</bdi>
            </>
          )}
        </span>
      </th>
      <td className="max-wide:justify-self-end">
        <SloState state={status.state} />
      </td>
      <Figure
        name="Good requests"
        value={status.goodPercent === null ? null : `${rangeText(status.goodPercent, goodText)}%`}
      >
        in {windowText(slo.window)}
      </Figure>
      <Left status={status} />
      <Burn status={status} />
      <td className="max-wide:col-span-2">
        {next === null ? (
          <span className="text-ink-3">Nothing due</span>
        ) : (
          <AppLink href={sloAddress(slo.service.slug, slo.id)} className={`${textLinkClass} relative z-1`}>
            {next}
          </AppLink>
        )}
      </td>
    </tr>
  );
}

/** The bar is the whole budget, and what is left of it. */
function Left({ status }: { status: ListedSlo["status"] }) {
  const { leftPercent } = status.budget;
  const early = spentSoFar(status);
  if (leftPercent === null) return <Figure name={LEFT} value={null} />;
  const tint = status.state === "spent" ? "bg-bad" : status.state === "kept" ? "bg-good" : "bg-unsure";
  const share = Math.min(100, Math.max(0, leftPercent.low));
  return (
    <Figure name={LEFT} value={`${rangeText(leftPercent, leftText)}%`}>
      <span aria-hidden="true" className="inline-block h-1.5 w-24 rounded-full bg-neutral-soft align-[1px]">
        <span className={`block h-full rounded-full ${tint}`} style={{ width: `${share}%` }} />
      </span>
      {early === null ? null : (
        <span className="block">
          {lengthText(early.measuredSeconds)} of {lengthText(early.windowSeconds)} measured
        </span>
      )}
    </Figure>
  );
}

/** While little of the window is known, that is all there is to say. */
function Burn({ status }: { status: ListedSlo["status"] }) {
  const now = burnNow(status);
  const early = spentSoFar(status);
  if (now === null)
    return (
      <Figure name={BURN} value={null}>
        {early === null ? null : `${rateInWords(early)} so far`}
      </Figure>
    );
  const burning = burningOf(status);
  return (
    <Figure name={BURN} value={`${now.times}x`} isBad={burning !== null}>
      {burning === null ? null : burning === "page" ? "alerting: fast, " : "alerting: slowly, "}
      {now.over}
    </Figure>
  );
}

interface FigureProps {
  /** Where the columns have no heads. */
  name: string;
  /** Null: not known. */
  value: string | null;
  isBad?: boolean;
  children?: ReactNode;
}

function Figure({ name, value, isBad = false, children }: FigureProps) {
  return (
    <td className="right max-wide:text-left!">
      <BlockHead>{name}</BlockHead>
      {value === null ? (
        <span className="text-ink-3">-</span>
      ) : (
        <b className={`text-15 font-semibold whitespace-nowrap ${isBad ? "text-bad" : ""}`}>{value}</b>
      )}
      <span className="mt-0.5 block text-12 text-ink-3">{children}</span>
    </td>
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
