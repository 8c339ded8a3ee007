import type { SloReport } from "@headroom/contract";
import { Sheet, SheetSection, SheetTitle, Table, formatCount, formatFigure } from "@headroom/ui";
import { ViewerTime } from "../shell/viewer-time.tsx";
import { rangeText } from "./slo-words.ts";

interface SpentTableProps extends Pick<SloReport, "spent" | "bad"> {
  timeZone: string;
  isOfLabel: boolean;
}

export const SPENT = "What used the budget";

/** What used the budget: the worst stretches, with the labels and events that may explain them. */
export function SpentTable({ spent, bad, timeZone, isOfLabel }: SpentTableProps) {
  if (spent.length === 0) return null;
  const listed = spent.reduce((sum, one) => sum + one.bad.high, 0);
  return (
    <Sheet label={SPENT} className="mt-5">
      <SheetSection className="pb-3!">
        <SheetTitle>{SPENT}</SheetTitle>
        <p className="mt-1 text-12 text-ink-3">
          The ten minutes with the most bad requests, joined where they follow each other:{" "}
          {formatFigure((listed / bad.high) * 100)}% of all bad requests of the window.
        </p>
      </SheetSection>
      <Table label={SPENT} narrow="scroll">
        <thead>
          <tr>
            <th scope="col">When</th>
            <th scope="col" className="right">
              Bad requests
            </th>
            <th scope="col" className="right">
              Of the budget, %
            </th>
            {isOfLabel ? null : <th scope="col">Labels with the most</th>}
            <th scope="col">Events before and during</th>
          </tr>
        </thead>
        <tbody>
          {spent.map((one) => (
            <tr key={one.from}>
              <th scope="row" className="font-normal whitespace-nowrap">
                <ViewerTime from={one.from} to={one.to} timeZone={timeZone} />
              </th>
              <td className="right whitespace-nowrap">
                {rangeText(one.bad, formatCount)}
                <span className="mt-0.5 block text-12 text-ink-3">of {formatCount(one.requests)}</span>
              </td>
              <td className="right whitespace-nowrap">
                {one.budgetPercent === null ? "–" : rangeText(one.budgetPercent, formatFigure)}
              </td>
              {isOfLabel ? null : <Labels labels={one.labels} />}
              <Events events={one.events} timeZone={timeZone} />
            </tr>
          ))}
        </tbody>
      </Table>
    </Sheet>
  );
}

function Labels({ labels }: Pick<SloReport["spent"][number], "labels">) {
  return (
    <td className="min-w-48">
      {labels.length === 0 ? <span className="text-ink-3">–</span> : null}
      {labels.map(({ label, bad }) => (
        <div key={label} className="flex min-w-0 items-baseline gap-2">
          <bdi className="min-w-0 font-mono text-12 wrap-anywhere">{label}</bdi>
          <span className="text-ink-2">{rangeText(bad, formatCount)}</span>
        </div>
      ))}
    </td>
  );
}

function Events({ events, timeZone }: Pick<SloReport["spent"][number], "events"> & { timeZone: string }) {
  return (
    <td className="min-w-40">
      {events.length === 0 ? <span className="text-ink-3">–</span> : null}
      {events.map(({ at, title }) => (
        <div key={`${at} ${title}`}>
          <bdi className="wrap-anywhere">{title}</bdi>{" "}
          <span className="text-12 text-ink-3">
            <ViewerTime from={at} timeZone={timeZone} />
          </span>
        </div>
      ))}
    </td>
  );
}
