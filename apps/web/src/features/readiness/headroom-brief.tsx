import clsx from "clsx";
import type { DayForecastAnswer, HeadroomAnswer } from "@headroom/contract";
import { Icon, Sheet, SheetSection, SheetTitle, textLinkClass } from "@headroom/ui";
import { peakDayAddress } from "../peak-day/addresses.ts";
import { AppLink } from "../shell/app-link.tsx";
import { serviceAddress } from "../shell/service-address.ts";
import { HeadroomLine } from "./headroom-line.tsx";
import { prepareForecast } from "./prepare-forecast.ts";
import { prepareHeadroom } from "./prepare-headroom.ts";
import { withSigns } from "../delta/threshold-text.ts";

interface HeadroomBriefProps {
  headroom: HeadroomAnswer;
  /** Of the peak day that decides; null if no peak day is planned. */
  forecast: DayForecastAnswer | null;
  now: Date;
}

/** Of several, those that matter most. */
const FORECAST_LINES = 2;

/** Beside other things: whether the service holds its next peak day, in a few lines. */
export function HeadroomBrief({ headroom, forecast, now }: HeadroomBriefProps) {
  const { sentence, step, decidedBy, service } = headroom;
  const { verdict, figures, bar } = prepareHeadroom(headroom, now);
  const lines = forecast === null ? [] : prepareForecast(forecast).lines.slice(0, FORECAST_LINES);
  return (
    <Sheet label="Headroom" className="@container h-full min-w-0">
      <SheetSection>
        <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
          <SheetTitle>Headroom</SheetTitle>
          <span className={clsx("inline-flex items-center gap-1.5 text-13 font-semibold", verdict.ink)}>
            <Icon name={verdict.icon} />
            {verdict.word}
          </span>
        </div>
        {decidedBy === null ? null : <p className="mt-2 text-14 wrap-anywhere">{withSigns(sentence)}</p>}
        <dl className="mt-3 grid grid-cols-1 gap-x-8 gap-y-2 text-13 @[720px]:grid-cols-4">
          {figures.map(({ key, label, value, unit, caption }) => (
            <div
              key={key}
              className="flex items-baseline justify-between gap-x-4 @[720px]:flex-col @[720px]:justify-start"
            >
              <dt className="flex-none text-ink-2">{label}</dt>
              <dd className="ml-auto min-w-0 text-right font-semibold wrap-anywhere @[720px]:ml-0 @[720px]:text-left">
                {value} {unit}
                {caption === undefined || caption === "" ? null : (
                  <span className="block text-12 font-normal text-ink-3">{caption}</span>
                )}
              </dd>
            </div>
          ))}
        </dl>
        {bar === null ? null : <HeadroomLine bar={bar} className="mt-4" />}
        {lines.length === 0 ? null : (
          <ul aria-label="Forecast" className="mt-3 flex flex-col gap-1 text-13 text-ink-2">
            {lines.map(({ words, icon, ink }) => (
              <li key={words} className="flex gap-2">
                <Icon name={icon} className={clsx("mt-0.5 flex-none", ink)} />
                <span className="min-w-0 wrap-anywhere">{words}</span>
              </li>
            ))}
          </ul>
        )}
        {step === null ? null : (
          <p className="mt-3 text-13 text-ink-2">
            <b className="font-semibold text-ink">Next:</b> {step}
          </p>
        )}
        <p className="mt-3 flex flex-wrap gap-x-4 text-13">
          <AppLink href={serviceAddress(service.slug, "headroom")} className={textLinkClass}>
            The evidence
          </AppLink>
          <AppLink
            href={
              decidedBy === null
                ? `/peak-days/new?service=${encodeURIComponent(service.slug)}`
                : `${peakDayAddress(decidedBy)}/readiness`
            }
            className={textLinkClass}
          >
            {decidedBy === null ? "Add a peak day" : "Open the readiness report"}
          </AppLink>
        </p>
      </SheetSection>
    </Sheet>
  );
}
