import type { ReactNode } from "react";
import clsx from "clsx";
import {
  BlockHead,
  PageHead,
  Sentence,
  Sheet,
  Sparkline,
  Table,
  VerdictPill,
  buttonClass,
  formatCount,
} from "@headroom/ui";
import { DeltaLine } from "../delta/delta-line.tsx";
import { Against, Capacity, Dash } from "../overview/services-table.tsx";
import { ReadAgain } from "../shell/read-again.tsx";
import { AppLink } from "../shell/app-link.tsx";
import { SimulatedTag } from "../shell/simulated-tag.tsx";
import type { ServiceLine, ServicesModel } from "./prepare-services.ts";
import { SendTraffic } from "./send-traffic.tsx";

const EVERY_SECONDS = 10;
/** The service that the example creates. */
const EXAMPLE = "shop";

interface ServicesPageProps {
  model: ServicesModel;
  ingestUrl: string;
  /** Who is heard and has no service. */
  children: ReactNode;
}

/** All services with what their tests say and what their live traffic does now. */
export function ServicesPage({ model, ingestUrl, children }: ServicesPageProps) {
  const { lines, has } = model;
  return (
    <>
      <ReadAgain everySeconds={EVERY_SECONDS} />
      <PageHead
        sentence={<Sentence lead={lines.length === 0 ? "No services yet." : model.lead} rest={model.rest} />}
        actions={
          <AppLink href="/slos" className={buttonClass()}>
            SLOs
          </AppLink>
        }
      />
      <div className="flex flex-col gap-5">
        {lines.length === 0 ? null : <ServicesTable {...model} />}
        {children}
        {has.live ? null : <SendTraffic slug={lines[0]?.slug ?? EXAMPLE} ingestUrl={ingestUrl} />}
      </div>
    </>
  );
}

function ServicesTable({ lines, more, has }: Pick<ServicesModel, "lines" | "more" | "has">) {
  const notes = [
    ...(has.live ? ["Live traffic is that of the last 5 minutes up to the newest second."] : []),
    ...(more > 0
      ? [`${formatCount(more)} more services aren't listed. Search finds them and their experiments.`]
      : []),
  ];
  return (
    <Sheet label="Services">
      <Table label="Services" narrow="blocks">
        <thead>
          <tr>
            <th scope="col" className="wide:min-w-36 desk:min-w-52">
              Service
            </th>
            <th scope="col">Outcome</th>
            {has.capacity ? <th scope="col">Tested capacity</th> : null}
            {has.targets ? (
              <th scope="col" className="right">
                Against its target
              </th>
            ) : null}
            {has.changes ? <th scope="col">Change</th> : null}
            {has.live ? <th scope="col">Live traffic</th> : null}
            {has.tests ? (
              <th scope="col" className="right max-desk:hidden">
                Last run
              </th>
            ) : null}
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <Row key={line.slug} line={line} has={has} />
          ))}
        </tbody>
      </Table>
      {notes.length === 0 ? null : (
        <p className="px-4 py-3 text-12 text-ink-3 wide:px-5">{notes.join(" ")}</p>
      )}
    </Sheet>
  );
}

function Row({ line, has }: { line: ServiceLine; has: ServicesModel["has"] }) {
  const { name, href, simulated, state, verdicts, capacity, worst, last } = line;
  return (
    <tr className="relative max-wide:grid-cols-[minmax(0,1fr)_auto]! max-wide:gap-y-1.5!">
      <th scope="row">
        <AppLink
          href={href}
          className="text-14 font-semibold [overflow-wrap:anywhere] after:absolute after:inset-0 after:content-[''] hover:underline"
        >
          <bdi>{name}</bdi>
        </AppLink>
        <SimulatedTag simulated={simulated} />
        <Holds line={line} />
      </th>
      <td className="max-wide:justify-self-end">
        <VerdictPill state={state} />
        <span className="mt-1 block max-w-56 text-12 wrap-anywhere text-ink-3 max-wide:hidden">
          {worst === null || state === "holds" ? (
            verdicts
          ) : (
            <AppLink href={worst.href} className="relative z-1 hover:underline">
              <bdi>{worst.name}</bdi>
            </AppLink>
          )}
        </span>
      </td>
      {has.capacity ? (
        <td className="max-wide:hidden!">{last === null ? <Dash /> : <Capacity capacity={capacity} />}</td>
      ) : null}
      <Worst worst={worst} has={has} />
      {has.live ? (
        <td className={clsx("max-wide:col-span-2", hiddenIf(line.lastData === null))}>
          <BlockHead>Live traffic</BlockHead>
          <Live line={line} />
        </td>
      ) : null}
      {has.tests ? (
        <td className="right whitespace-nowrap max-desk:hidden!">
          {last === null ? <span className="text-12 text-ink-3">never</span> : last.age}
        </td>
      ) : null}
    </tr>
  );
}

/** How the experiment with the worst outcome is against its target, and what changed in it. */
function Worst({ worst, has }: { worst: ServiceLine["worst"]; has: ServicesModel["has"] }) {
  const against = worst?.against ?? null;
  const delta = worst?.delta ?? null;
  return (
    <>
      {has.targets ? (
        <td className={clsx("right max-wide:col-span-2 max-wide:text-left!", hiddenIf(against === null))}>
          {against === null ? <Dash /> : <Against {...against} />}
        </td>
      ) : null}
      {has.changes ? (
        <td className={clsx("max-wide:col-span-2", hiddenIf(delta === null))}>
          {worst?.hasChange === true ? <DeltaLine delta={delta} /> : <Dash />}
        </td>
      ) : null}
    </>
  );
}

/** "3 experiments · 1 SLO, 1 alerting" */
function Holds({ line: { experiments, slos } }: { line: ServiceLine }) {
  return (
    <span className="mt-0.5 block text-12 font-normal text-ink-3">
      {experiments}
      {slos === null ? null : (
        <>
          {" · "}
          <AppLink
            href={slos.href}
            className={`relative z-1 hover:underline ${slos.isAlerting ? "font-semibold text-bad" : "text-ink-2"}`}
          >
            {slos.text}
          </AppLink>
        </>
      )}
    </span>
  );
}

/** A phone leaves out what says nothing. */
function hiddenIf(isEmpty: boolean): string | false {
  return isEmpty && "max-wide:hidden!";
}

function Live({ line: { lastData, now, spark } }: { line: ServiceLine }) {
  if (lastData === null) return <Dash />;
  return (
    <span className="flex flex-wrap items-center gap-x-4 gap-y-1">
      {spark === null ? null : (
        <span className="max-desk:hidden">
          <Sparkline values={spark.values} target={null} verdict={null} label={spark.label} width={80} />
        </span>
      )}
      <span>
        {now === null ? (
          "silent"
        ) : (
          <span className="whitespace-nowrap">
            <b className="text-15 font-semibold">{now.throughput}</b>
            <span className="text-12 text-ink-3"> req/s</span>
          </span>
        )}
        <span className="mt-0.5 block text-12 text-ink-3">
          {now === null ? "" : `p99 ${now.p99} ms, ${now.errors}% errors, `}
          {lastData}
        </span>
      </span>
    </span>
  );
}
