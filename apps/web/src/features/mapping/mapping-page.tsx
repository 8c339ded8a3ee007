import clsx from "clsx";
import type { ReactNode } from "react";
import type { TrafficMapping } from "@headroom/contract";
import {
  BlockHead,
  DataList,
  Notice,
  PageHead,
  Sentence,
  Sheet,
  SheetSection,
  SheetTitle,
  Table,
  formatCount,
  textLinkClass,
} from "@headroom/ui";
import { AppLink } from "../shell/app-link.tsx";
import { ViewerTime } from "../shell/viewer-time.tsx";
import { newSourceAddress } from "./addresses.ts";
import { MappingSettings } from "./mapping-settings.tsx";
import { OwnSourcesSheet } from "./own-sources-sheet.tsx";
import { prepareMapping, withoutHistogramParts } from "./prepare-mapping.ts";

interface MappingPageProps {
  mapping: TrafficMapping;
  timeZone: string;
  mayEdit: boolean;
  now: Date;
  /** The tabs of the service. */
  children: ReactNode;
}

/** What becomes of the metrics that arrive for a service: requests, gauges or nothing. */
export function MappingPage({ mapping, timeZone, mayEdit, now, children }: MappingPageProps) {
  const model = prepareMapping(mapping, now);
  return (
    <>
      <PageHead
        eyebrow={<bdi className="wrap-anywhere">{mapping.serviceName}</bdi>}
        sentence={<Sentence lead={model.sentence.lead} rest={model.sentence.rest} />}
      />
      {children}
      {model.problem === null ? null : (
        <Notice tone="bad" className="mb-5">
          {model.problem}
        </Notice>
      )}
      <div className="grid grid-cols-1 items-start gap-5 desk:grid-cols-2">
        <Sheet label="Requests">
          {mapping.counted === null && mapping.next === null ? (
            <SheetSection>
              <SheetTitle>Source of requests</SheetTitle>
              <p className="mt-1 text-13 text-ink-2">
                Once requests arrive, you can choose here what they are counted from.
              </p>
            </SheetSection>
          ) : (
            <MappingSettings
              service={mapping.service}
              choices={model.choices}
              chosen={model.chosen}
              foldPaths={mapping.foldPaths}
              mayEdit={mayEdit}
            />
          )}
          <SheetSection>
            <SheetTitle>Labels</SheetTitle>
            <DataList className="mt-2" items={model.labels} />
          </SheetSection>
        </Sheet>
        <Seen mapping={mapping} timeZone={timeZone} />
      </div>
      <OwnSourcesSheet mapping={mapping} mayEdit={mayEdit} />
      <Unmapped mapping={mapping} timeZone={timeZone} mayEdit={mayEdit} />
    </>
  );
}

function Seen({ mapping: { sources, gauges }, timeZone }: Pick<MappingPageProps, "mapping" | "timeZone">) {
  const measured = gauges.map(({ name, unit }) => ({ key: name, name, value: unit ?? "No unit" }));
  return (
    <Sheet label="Sources and gauges">
      <SheetSection>
        <SheetTitle>Last heard</SheetTitle>
        {sources.length === 0 ? <None>None.</None> : null}
        <ul className="mt-2 flex flex-col gap-2 text-13">
          {sources.map(({ rule, title, lastSeenAt }) => (
            <li key={rule} className="flex flex-wrap justify-between gap-x-4">
              <span className="text-ink-2 wrap-anywhere">{title}</span>
              <span className="font-medium">
                <ViewerTime from={lastSeenAt} timeZone={timeZone} />
              </span>
            </li>
          ))}
        </ul>
      </SheetSection>
      <SheetSection>
        <SheetTitle>Gauges</SheetTitle>
        {measured.length === 0 ? <None>None.</None> : <DataList className="mt-2" items={measured} />}
      </SheetSection>
    </Sheet>
  );
}

function None({ children }: { children: string }) {
  return <p className="mt-1 text-13 text-ink-2">{children}</p>;
}

function Unmapped({ mapping, timeZone, mayEdit }: Omit<MappingPageProps, "now" | "children">) {
  const { unmapped, unmappedMetrics } = mapping;
  return (
    <Sheet labelledBy="unmapped" className="mt-5">
      <SheetSection>
        <SheetTitle id="unmapped">Unused metrics</SheetTitle>
        <p className="mt-1 max-w-[64ch] text-13 text-ink-2">
          {unmappedMetrics === 0
            ? "None within the last day."
            : `They arrived within the last day, and none of their values is kept.${unmappedMetrics > unmapped.length ? ` The first ${formatCount(unmapped.length)} of ${formatCount(unmappedMetrics)}.` : ""}`}
        </p>
      </SheetSection>
      {unmapped.length === 0 ? null : (
        <Table label="Unused metrics" narrow="blocks">
          <thead>
            <tr>
              <th scope="col">Metric</th>
              <th scope="col">Tags of one series</th>
              <th scope="col">Last heard</th>
              <th scope="col" className="right">
                Series in one request
              </th>
            </tr>
          </thead>
          <tbody>
            {withoutHistogramParts(unmapped).map((metric) => (
              <Metric
                key={`${metric.name} ${metric.field ?? ""}`}
                metric={metric}
                timeZone={timeZone}
                use={mayEdit ? newSourceAddress(mapping.service, metric) : null}
              />
            ))}
          </tbody>
        </Table>
      )}
    </Sheet>
  );
}

interface MetricProps {
  metric: TrafficMapping["unmapped"][number];
  timeZone: string;
  /** Where to make a source of it; null: the viewer may not. */
  use: string | null;
}

function Metric({ metric, timeZone, use }: MetricProps) {
  const kind = [metric.kind === "unknown" ? null : metric.kind, metric.unit].filter((one) => one !== null);
  return (
    <tr>
      <th scope="row" className="wrap-anywhere">
        <span dir="auto" className="font-semibold">
          {metric.field === null ? metric.name : `${metric.name} ${metric.field}`}
        </span>
        <span className="mt-0.5 block text-12 font-normal text-ink-3">{kind.join(", ")}</span>
        {use === null ? null : (
          <AppLink href={use} className={clsx(textLinkClass, "text-12 font-normal")}>
            Make a source of it
          </AppLink>
        )}
      </th>
      <td className="wrap-anywhere max-wide:col-span-2">
        <BlockHead>Tags of one series</BlockHead>
        <span dir="auto" className="text-12">
          {metric.tags.length === 0
            ? "None"
            : metric.tags.map(([tag, value]) => `${tag}=${value}`).join(", ")}
        </span>
      </td>
      <td>
        <BlockHead>Last heard</BlockHead>
        <ViewerTime from={metric.lastSeenAt} timeZone={timeZone} />
      </td>
      <td className="right">
        <BlockHead>Series in one request</BlockHead>
        {formatCount(metric.series)}
      </td>
    </tr>
  );
}
