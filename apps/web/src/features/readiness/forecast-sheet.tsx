import type { ReadinessReport } from "@headroom/contract";
import { FigureStrip, Icon, Sheet, SheetNote, SheetSection, SheetTitle } from "@headroom/ui";
import { peakDayAddress } from "../peak-day/addresses.ts";
import { AppLink } from "../shell/app-link.tsx";
import { prepareForecast } from "./prepare-forecast.ts";

/** Before the day: how many requests fail and how slow it is, by what tests saw under the loads that are expected. */
export function ForecastSheet({ report, mayEdit }: { report: ReadinessReport; mayEdit: boolean }) {
  const { forecast, peakDay, phase, policy } = report;
  if (forecast === null) return phase === "before" && mayEdit ? <NoForecast id={peakDay.id} /> : null;
  const { basis, figures, lines } = prepareForecast(forecast);
  return (
    <section aria-label="Forecast" className="mt-5 flex flex-col gap-5">
      <Sheet>
        <SheetSection>
          <SheetTitle>Forecast</SheetTitle>
          <p className="mt-1.5 max-w-[90ch] text-14 text-ink-2">{basis}</p>
          <ul className="mt-3 flex flex-col gap-1.5 text-14 text-ink-2">
            {lines.map(({ words, icon, ink }) => (
              <li key={words} className="flex gap-2">
                <Icon name={icon} className={`mt-0.5 ${ink}`} />
                <span className="min-w-0 wrap-anywhere">{words}</span>
              </li>
            ))}
          </ul>
        </SheetSection>
        <SheetNote>
          Runs of the last {policy.proofDays} days count, if they ran where the proof did. Under a load
          between two tests, the figure lies between theirs. The worst experiment decides.
        </SheetNote>
      </Sheet>
      <FigureStrip label="Forecast figures" cells={figures} />
    </section>
  );
}

function NoForecast({ id }: { id: string }) {
  return (
    <Sheet label="Forecast" className="mt-5 print:hidden">
      <SheetSection>
        <SheetTitle>Forecast</SheetTitle>
        <p className="mt-1.5 text-14 text-ink-2">
          <AppLink href={`${peakDayAddress(id)}/edit`} className="underline">
            Add an earlier peak day
          </AppLink>{" "}
          whose throughput is known, to see how many requests tests say will fail.
        </p>
      </SheetSection>
    </Sheet>
  );
}
