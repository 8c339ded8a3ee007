"use client";

import { BlockHead, Sheet, Table, VerdictPill, formatCount, textLinkClass } from "@headroom/ui";
import { AppLink } from "../shell/app-link.tsx";
import { ViewerTime } from "../shell/viewer-time.tsx";
import type { ServiceCapacity, ServiceRow } from "./prepare-overview.ts";

interface ServicesTableProps {
  services: readonly ServiceRow[];
  more: number;
  timeZone: string;
}

export function ServicesTable({ services, more, timeZone }: ServicesTableProps) {
  return (
    <Sheet label="Services">
      <Table label="Services" narrow="blocks">
        <thead>
          <tr>
            <th scope="col">Service</th>
            <th scope="col">Worst latest outcome</th>
            <th scope="col">Tested capacity</th>
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
          <AppLink href="/catalog" className={textLinkClass}>
            Find them in the catalog
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
        <span className="mt-1 block text-12 text-ink-3">{service.verdicts}</span>
      </td>
      <td className="max-wide:col-span-2">
        <BlockHead>Tested capacity</BlockHead>
        <Capacity capacity={service.capacity} />
      </td>
      <td className="right whitespace-nowrap max-wide:col-span-2 max-wide:text-left!">
        <BlockHead>Last run</BlockHead>
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

function Capacity({ capacity }: { capacity: ServiceCapacity }) {
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
        lowest of its peak experiments:{" "}
        <AppLink href={capacity.href} className="relative z-1 underline-offset-3 hover:underline">
          {capacity.of}
        </AppLink>
        {capacity.remark === "" ? null : `, ${capacity.remark}`}
      </span>
    </>
  );
}
