import clsx from "clsx";
import type { PeakDayNow, PeakDayView } from "@headroom/contract";
import { troubleOf } from "@headroom/core";
import { plural } from "@headroom/core/format";
import {
  BlockHead,
  Sheet,
  SheetSection,
  SheetTitle,
  Table,
  formatFigure,
  formatPercentFigure,
} from "@headroom/ui";
import type { LabelMixInput } from "@headroom/ui/charts";
import { known, p99Text } from "./figure-cells.ts";
import { SlowTraceLink, TRACES_FAILED, useSlowTraces } from "../trace/slow-traces.tsx";
import type { SlowTraces } from "../trace/slow-traces.tsx";
import { MixChart } from "./peak-chart.tsx";

interface LabelsSheetProps {
  latest: PeakDayNow | null;
  targets: PeakDayView["targets"];
  mix: LabelMixInput | null;
  /** Of the peak day. */
  name: string;
  /** The service, for members: they see traces. */
  traced: string | null;
}

/** What was requested in the last minutes, the worst first, and how that changed over the day. */
export function LabelsSheet({ latest, targets, mix, name, traced }: LabelsSheetProps) {
  const isNow = latest !== null && latest.labels.length > 0;
  if (!isNow && mix === null) return null;
  return (
    <Sheet label="Labels" className="mt-5">
      {isNow && traced === null ? <LatestLabels latest={latest} targets={targets} traces={NONE} /> : null}
      {isNow && traced !== null ? <TracedLabels latest={latest} targets={targets} service={traced} /> : null}
      {mix === null ? null : (
        <SheetSection className="flex min-w-0 flex-col">
          <SheetTitle>Label mix over the day</SheetTitle>
          <MixChart input={mix} title={name} />
        </SheetSection>
      )}
    </Sheet>
  );
}

const NONE: SlowTraces = { of: new Map(), failed: false };

interface OfLatest {
  latest: PeakDayNow;
  targets: PeakDayView["targets"];
}

function TracedLabels({ service, ...latest }: OfLatest & { service: string }) {
  return <LatestLabels {...latest} traces={useSlowTraces({ service, from: null, to: null })} />;
}

function LatestLabels({ latest, targets, traces }: OfLatest & { traces: SlowTraces }) {
  const { labels, labelsTotal } = latest;
  const rest = labelsTotal - labels.length;
  return (
    <div>
      <div className="px-4 pt-4 pb-1.5 wide:px-5">
        <SheetTitle>Labels, last minute</SheetTitle>
      </div>
      <Table label="Labels, last minute" narrow="blocks">
        <thead>
          <tr>
            <th scope="col">Label</th>
            {COLUMNS.map(({ head }) => (
              <th key={head} scope="col" className="right">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {labels.map((one) => (
            <Row key={one.label} one={one} trouble={troubleOf(targets, one)} traces={traces} />
          ))}
        </tbody>
      </Table>
      {rest > 0 ? (
        <p className="px-4 py-2.5 text-12 text-ink-3 wide:px-5">{plural(rest, "more label")}.</p>
      ) : null}
      {traces.failed ? <p className="px-4 pb-2.5 text-12 text-ink-3 wide:px-5">{TRACES_FAILED}</p> : null}
    </div>
  );
}

type Label = PeakDayNow["labels"][number];
type Trouble = ReturnType<typeof troubleOf>;

function Row({ one, trouble, traces }: { one: Label; trouble: Trouble; traces: SlowTraces }) {
  return (
    <tr className="max-wide:grid-cols-4! max-wide:gap-y-2!">
      <th scope="row" className="min-w-40 max-wide:col-span-4 wide:w-1/2 wide:max-w-0">
        <bdi title={one.label} className="block truncate font-mono text-12 font-normal">
          {one.label}
        </bdi>
        <span aria-hidden="true" className="mt-1 block h-1 bg-line">
          <span className="block h-1" style={{ width: `${one.share * 100}%`, background: "var(--s1)" }} />
        </span>
        <SlowTraceLink traces={traces} label={one.label} />
      </th>
      {COLUMNS.map(({ head, text, of }) => (
        <td
          key={head}
          className={clsx(
            "right whitespace-nowrap max-wide:text-left!",
            of !== null && of === trouble && "font-semibold text-bad",
          )}
        >
          <BlockHead>{head}</BlockHead>
          {text(one)}
        </td>
      ))}
    </tr>
  );
}

interface Column {
  head: string;
  text: (label: Label) => string;
  /** The trouble that it shows. */
  of: Trouble;
}

const NOT_REPORTED = "–";

const COLUMNS: readonly Column[] = [
  { head: "req/s", text: ({ throughput }) => formatFigure(throughput), of: null },
  { head: "Share, %", text: ({ share }) => formatPercentFigure(share), of: null },
  {
    head: "Errors, %",
    text: ({ errorRate }) => known(errorRate, formatPercentFigure) ?? NOT_REPORTED,
    of: "errors",
  },
  { head: "p99, ms", text: (label) => p99Text(label) ?? NOT_REPORTED, of: "slow" },
];
