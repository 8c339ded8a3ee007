import type { SloStatus } from "@headroom/contract";
import { Sheet, SheetSection, SheetTitle, Table, Tag, formatFigure } from "@headroom/ui";
import { alertsAtText, lengthText, rangeText } from "./slo-words.ts";

type Reading = SloStatus["burnRates"][number];

/** Of a short window, where the usual rate of a rule would be below 1. */
const LEAST = " 1x is the lowest: a slower burn never spends the whole budget.";

/** How fast the budget is being spent, against the rates at which each rule alerts. */
export function BurnTable({ burnRates }: Pick<SloStatus, "burnRates">) {
  return (
    <Sheet label="Burn rates" className="mt-5">
      <SheetSection className="pb-3!">
        <SheetTitle>Burn rates</SheetTitle>
        <p className="mt-1 max-w-[72ch] text-12 text-ink-3">
          At 1, the budget lasts exactly as long as the window. A rule alerts while both its stretches burn at
          its rate or faster.{burnRates.some(({ alertingRate }) => alertingRate === 1) ? LEAST : ""}
        </p>
      </SheetSection>
      <Table label="Burn rates" narrow="scroll">
        <thead>
          <tr>
            <th scope="col">Rule</th>
            <th scope="col" className="right">
              Alerts at
            </th>
            <th scope="col" className="right">
              Long stretch
            </th>
            <th scope="col" className="right">
              Short stretch
            </th>
            <th scope="col">State</th>
          </tr>
        </thead>
        <tbody>
          {burnRates.map((reading) => (
            <tr key={reading.longSeconds}>
              <th scope="row" className="whitespace-nowrap">
                {lengthText(reading.longSeconds)} and {lengthText(reading.shortSeconds)}
                <span className="mt-0.5 block text-12 font-normal text-ink-3">
                  {reading.severity === "page" ? "fast burn" : "slow burn"}
                </span>
              </th>
              <td className="right">{alertsAtText(reading.alertingRate)}</td>
              <Rate rate={reading.long} seconds={reading.longSeconds} />
              <Rate rate={reading.short} seconds={reading.shortSeconds} />
              <td>
                <State state={reading.state} />
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
    </Sheet>
  );
}

function Rate({ rate, seconds }: { rate: Reading["long"]; seconds: number }) {
  if (rate === null) return <td className="right text-ink-3">no requests</td>;
  const isPartial = rate.measuredSeconds < seconds;
  return (
    <td className="right whitespace-nowrap">
      {rangeText(rate, formatFigure)}
      {isPartial ? (
        <span className="mt-0.5 block text-12 text-ink-3">
          {lengthText(rate.measuredSeconds)} of {lengthText(seconds)} measured
        </span>
      ) : null}
    </td>
  );
}

function State({ state }: Pick<Reading, "state">) {
  switch (state) {
    case "alert":
      return <b className="font-semibold text-bad">Alerting</b>;
    case "quiet":
      return <span className="text-ink-2">Quiet</span>;
    case "unsure":
      return <Tag>Unsure</Tag>;
    case "no-requests":
      return <span className="text-ink-3">No requests</span>;
  }
}
