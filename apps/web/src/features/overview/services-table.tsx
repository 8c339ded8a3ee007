"use client";

import {
  Rail,
  Sheet,
  SheetTitle,
  Sparkline,
  Table,
  VerdictPill,
  formatCount,
  formatInstant,
  textLinkClass,
} from "@headroom/ui";
import { DeltaLine } from "../delta/delta-line.tsx";
import { AppLink } from "../shell/app-link.tsx";
import type { AgainstTarget } from "./prepare-line.ts";
import type { ServiceCapacity, ServiceRow } from "./prepare-overview.ts";

interface ServicesTableProps {
  services: readonly ServiceRow[];
  /** "3 of 8 hold" */
  holding: string;
  more: number;
  mayEdit: boolean;
}

export function ServicesTable({ services, holding, more, mayEdit }: ServicesTableProps) {
  return (
    <Sheet label="Services">
      <div className="flex flex-wrap items-baseline gap-x-3 px-4 py-3 wide:px-5">
        <SheetTitle>Services</SheetTitle>
        <span className="text-12 text-ink-3">{holding}; worst first</span>
        <span className="ml-auto flex gap-x-4 text-12 text-ink-3 max-desk:hidden" aria-hidden="true">
          <span className="inline-flex items-center gap-1.5">
            <span className="w-4 border-t border-dashed border-ink-3" />
            target
          </span>
          <span className="inline-flex items-center gap-1.5">
            <span className="h-3 border-l-[1.5px] border-bad" />
            change
          </span>
        </span>
      </div>
      <Table label="Services" narrow="blocks">
        <thead>
          <tr>
            <th scope="col" className="wide:min-w-36 desk:min-w-52">
              Service
            </th>
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
            <Row key={service.id} service={service} mayEdit={mayEdit} />
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

function Row({ service, mayEdit }: { service: ServiceRow; mayEdit: boolean }) {
  return (
    <tr className="relative max-wide:grid-cols-[minmax(0,1fr)_auto]! max-wide:gap-y-1.5!">
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
        <span className="mt-1 block max-w-56 text-12 wrap-anywhere text-ink-3 max-wide:hidden desk:line-clamp-2">
          {service.worst === null || service.state === "holds" ? (
            service.verdicts
          ) : (
            <AppLink href={service.worst.href} className="relative z-1 hover:underline">
              {service.worst.name}
            </AppLink>
          )}
        </span>
      </td>
      {service.isUntested ? <Untested service={service} mayEdit={mayEdit} /> : <Tested service={service} />}
      <td className="right whitespace-nowrap max-wide:hidden!">
        <LastRun service={service} />
      </td>
    </tr>
  );
}

function Untested({ service: { isLive }, mayEdit }: { service: ServiceRow; mayEdit: boolean }) {
  return (
    <>
      <td colSpan={3} className="text-ink-2 max-wide:col-span-2">
        {isLive ? "Live, but never tested. " : "Nothing has run yet. "}
        {mayEdit ? (
          <AppLink href="/upload" className={`${textLinkClass} relative z-1`}>
            Upload a run
          </AppLink>
        ) : null}
      </td>
      <td className="text-ink-3 max-desk:hidden!">-</td>
    </>
  );
}

function Tested({ service: { capacity, worst } }: { service: ServiceRow }) {
  return (
    <>
      <td className="max-wide:hidden!">
        <Capacity capacity={capacity} />
      </td>
      <td
        className={
          worst?.against == null ? "right max-wide:hidden!" : "right max-wide:col-span-2 max-wide:text-left!"
        }
      >
        {worst?.against == null ? <Dash /> : <Against {...worst.against} />}
      </td>
      <td className="max-desk:hidden!">{worst?.spark == null ? <Dash /> : <Sparkline {...worst.spark} />}</td>
      <td className={worst?.delta == null ? "max-wide:hidden!" : "max-wide:col-span-2"}>
        {worst?.hasChange === true ? <DeltaLine delta={worst.delta} /> : <Dash />}
      </td>
    </>
  );
}

function LastRun({ service: { last, isLive } }: { service: ServiceRow }) {
  return (
    <>
      {isLive ? (
        <span className="inline-flex items-center gap-1.5">
          <span className="size-2 rounded-full bg-bad" aria-hidden="true" />
          live now
        </span>
      ) : null}
      {last === null ? (
        isLive ? null : (
          <span className="text-12 text-ink-3">never</span>
        )
      ) : (
        <span className={isLive ? "block text-12 text-ink-3" : ""}>
          <time dateTime={last.at} title={`${formatInstant(new Date(last.at), "UTC")} UTC`}>
            {last.age}
          </time>
        </span>
      )}
    </>
  );
}

export function Dash() {
  return <span className="text-ink-3">-</span>;
}

export function Against({ name, value, wanted, ratio, verdict }: AgainstTarget) {
  return (
    <span className="inline-flex flex-col items-end gap-1 max-wide:flex-row max-wide:flex-wrap max-wide:items-center max-wide:gap-x-2.5">
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
        {capacity.state === "none" ? <VerdictPill state="none" /> : null}
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
