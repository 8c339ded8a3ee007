import type { ReactNode } from "react";
import { BlockHead, PageHead, Sentence, Sheet, Sparkline, Table, formatCount } from "@headroom/ui";
import { RefreshPage } from "../run/refresh-page.tsx";
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

/** All services with what their live traffic does now. */
export function ServicesPage({ model, ingestUrl, children }: ServicesPageProps) {
  const { lines, more } = model;
  return (
    <>
      <RefreshPage everySeconds={EVERY_SECONDS} />
      <PageHead
        sentence={<Sentence lead={lines.length === 0 ? "No services yet." : model.lead} rest={model.rest} />}
      />
      <div className="flex flex-col gap-5">
        {lines.length === 0 ? null : <ServicesTable lines={lines} more={more} />}
        {children}
        {lines.every(({ lastData }) => lastData === null) ? (
          <SendTraffic slug={lines[0]?.slug ?? EXAMPLE} ingestUrl={ingestUrl} />
        ) : null}
      </div>
    </>
  );
}

function ServicesTable({ lines, more }: Pick<ServicesModel, "lines" | "more">) {
  return (
    <Sheet label="Services">
      <Table label="Services" narrow="blocks">
        <thead>
          <tr>
            <th scope="col">Service</th>
            <th scope="col" className="right">
              req/s
            </th>
            <th scope="col" className="right">
              p99, ms
            </th>
            <th scope="col" className="right">
              Errors, %
            </th>
            <th scope="col">Last hour</th>
            <th scope="col" className="right">
              Last data
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <Row key={line.slug} line={line} />
          ))}
        </tbody>
      </Table>
      <p className="px-4 py-3 text-12 text-ink-3 wide:px-5">
        Figures are those of the last 5 minutes up to the newest second.
        {more > 0 ? ` ${formatCount(more)} more services aren't listed.` : ""}
      </p>
    </Sheet>
  );
}

function Row({ line }: { line: ServiceLine }) {
  const { name, href, simulated, experiments, slos, lastData, now, spark } = line;
  return (
    <tr className="relative">
      <th scope="row">
        <AppLink
          href={href}
          className="text-14 font-semibold [overflow-wrap:anywhere] after:absolute after:inset-0 after:content-[''] hover:underline"
        >
          <bdi>{name}</bdi>
        </AppLink>
        <SimulatedTag simulated={simulated} />
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
      </th>
      <Figure head="req/s" value={now?.throughput} />
      <Figure head="p99, ms" value={now?.p99} />
      <Figure head="Errors, %" value={now?.errors} />
      <td className="max-wide:hidden!">
        {spark === null ? (
          <span className="text-ink-3">–</span>
        ) : (
          <Sparkline values={spark.values} target={null} verdict={null} label={spark.label} />
        )}
      </td>
      <td className="right whitespace-nowrap max-wide:col-span-2 max-wide:text-left!">
        <BlockHead>Last data</BlockHead>
        {lastData ?? <span className="text-12 text-ink-3">no live traffic</span>}
      </td>
    </tr>
  );
}

function Figure({ head, value }: { head: string; value: string | undefined }) {
  return (
    <td className="right whitespace-nowrap max-wide:text-left!">
      <BlockHead>{head}</BlockHead>
      {value ?? <span className="text-ink-3">–</span>}
    </td>
  );
}
