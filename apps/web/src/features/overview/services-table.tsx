"use client";

import {
  BlockHead,
  Rail,
  Sheet,
  SheetTitle,
  Sparkline,
  Table,
  VerdictPill,
  formatCount,
  textLinkClass,
} from "@headroom/ui";
import { DeltaLine } from "../delta/delta-line.tsx";
import { AppLink } from "../shell/app-link.tsx";
import { ViewerTime } from "../shell/viewer-time.tsx";
import type { AgainstTarget } from "./prepare-line.ts";
import type { ServiceCapacity, ServiceRow } from "./prepare-overview.ts";

interface ServicesTableProps {
  services: readonly ServiceRow[];
  more: number;
  timeZone: string;
}

export function ServicesTable({ services, more, timeZone }: ServicesTableProps) {
  return (
    <Sheet label="Services">
      <div className="flex flex-wrap items-baseline gap-x-3 px-4 py-3 wide:px-5">
        <SheetTitle>Services</SheetTitle>
        <span className="text-12 text-ink-3">worst first</span>
      </div>
      <Table label="Services" narrow="blocks">
        <thead>
          <tr>
            <th scope="col">Service</th>
            <th scope="col">Outcome</th>
            <th scope="col">Tested capacity</th>
            <th scope="col" className="right">
              Against its target
            </th>
            <th scope="col" className="max-desk:hidden">
              Last 24 runs
            </th>
            <th scope="col">Change</th>
            <th scope="col" className="right">
              Last run
            </th>
          </tr>
        </thead>
        <tbody>
          {services.map((service) => (
            <Row key={service.id} service={service} timeZone={timeZone} />
          ))}
        </tbody>
      </Table>
      {more > 0 ? (
        <p className="px-4 py-3 text-13 text-ink-2 wide:px-5">
          {formatCount(more)} more {more === 1 ? "service was" : "services were"} tested earlier.{" "}
          <AppLink href="/services" className={textLinkClass}>
            All services
          </AppLink>
        </p>
      ) : null}
    </Sheet>
  );
}

function Row({ service, timeZone }: { service: ServiceRow; timeZone: string }) {
  return (
    <tr className="relative">
      <th scope="row">
        <span dir="auto" className="text-14 font-semibold [overflow-wrap:anywhere]">
          <AppLink
            href={service.href}
            className="after:absolute after:inset-0 after:content-[''] hover:underline"
          >
            {service.name}
          </AppLink>
        </span>
        <span className="mt-0.5 block text-12 font-normal text-ink-3">{service.experiments}</span>
      </th>
      <td className="max-wide:justify-self-end">
        <VerdictPill state={service.state} />
        <span className="mt-1 block max-w-48 text-12 wrap-anywhere text-ink-3">
          {service.worst === null || service.state === "holds" ? (
            service.verdicts
          ) : (
            <AppLink href={service.worst.href} className="relative z-1 hover:underline">
              {service.worst.name}
            </AppLink>
          )}
        </span>
      </td>
      <td className="max-wide:col-span-2">
        <BlockHead>Tested capacity</BlockHead>
        <Capacity capacity={service.capacity} />
      </td>
      <td className="right max-wide:text-left!">
        {service.worst?.against == null ? <Dash /> : <Against {...service.worst.against} />}
      </td>
      <td className="max-desk:hidden!">
        {service.worst?.spark == null ? <Dash /> : <Sparkline {...service.worst.spark} />}
      </td>
      <td className={service.worst?.delta == null ? "max-wide:hidden!" : "max-wide:col-span-2"}>
        {service.worst?.isCompared === true ? <DeltaLine delta={service.worst.delta} /> : <Dash />}
      </td>
      <td className="right whitespace-nowrap max-wide:hidden!">
        {service.last === null ? (
          <span className="text-12 text-ink-3">never</span>
        ) : (
          <>
            {service.last.age}
            <span className="block text-12 text-ink-3">
              <ViewerTime from={service.last.at} timeZone={timeZone} />
            </span>
          </>
        )}
      </td>
    </tr>
  );
}

function Dash() {
  return <span className="text-ink-3">-</span>;
}

function Against({ name, value, wanted, ratio, verdict }: AgainstTarget) {
  return (
    <span className="inline-flex flex-col items-end gap-1 max-wide:items-start">
      <span className="whitespace-nowrap text-12 text-ink-3">
        {name} <b className="text-14 font-semibold text-ink">{value}</b>
      </span>
      <span className="flex items-center gap-2 text-12 whitespace-nowrap text-ink-3">
        target {wanted}
        {ratio === null ? null : <Rail ratio={ratio} verdict={verdict} className="w-14" />}
      </span>
    </span>
  );
}

export function Capacity({ capacity }: { capacity: ServiceCapacity }) {
  if (!capacity.proven) {
    return (
      <>
        {capacity.state === "none" ? <VerdictPill state="none" /> : <span className="text-ink-3">-</span>}
        <span className="mt-1 block text-12 text-ink-3">{capacity.missing}</span>
      </>
    );
  }
  return (
    <>
      <span className="whitespace-nowrap">
        <b className="text-15 font-semibold">{capacity.value}</b>
        <span className="text-12 text-ink-3"> req/s</span>
      </span>
      <span className="mt-0.5 block text-12 [overflow-wrap:anywhere] text-ink-3">
        {capacity.word} in{" "}
        <AppLink href={capacity.href} className="relative z-1 underline-offset-3 hover:underline">
          {capacity.of}
        </AppLink>
        {capacity.remark === "" ? null : `, ${capacity.remark}`}
      </span>
    </>
  );
}
