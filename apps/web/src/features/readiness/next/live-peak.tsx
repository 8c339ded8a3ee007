import clsx from "clsx";
import { AppLink } from "../../shell/app-link.tsx";
import { StatePill } from "../../overview/state-pill.tsx";
import type { StateTone } from "../../overview/state-pill.tsx";
import { LiveDrawing } from "./live-drawing.tsx";
import type { LivePeakModel } from "./prepare-live.ts";

const INKS: Record<StateTone, string> = {
  good: "text-good",
  unsure: "text-unsure",
  bad: "text-bad",
  neutral: "",
};

/** A peak day while it runs: its load, how much of the proof that is, and the last hour. */
export function LivePeak({ live }: { live: LivePeakModel }) {
  const { name, href, service, pill, lead, figures, countdown, chart, others, isArriving } = live;
  return (
    <section aria-label="Live peak day" className="flex min-w-0 flex-col gap-3 p-4 wide:px-5">
      <div className="flex items-start justify-between gap-4">
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-x-2 text-12 text-ink-3">
            <span
              className={clsx("size-2 rounded-full", isArriving ? "bg-bad" : "bg-ink-3")}
              aria-hidden="true"
            />
            <b className="font-semibold text-ink">{isArriving ? "Live now" : "Running"}</b>
            <bdi className="wrap-anywhere">{service}</bdi>
          </p>
          <h2 className="mt-1.5 flex flex-wrap items-center gap-x-2.5 gap-y-1 text-15 font-semibold wrap-anywhere">
            <AppLink href={href} className="hover:underline">
              <bdi>{name}</bdi>
            </AppLink>
            <StatePill {...pill} />
          </h2>
        </div>
        {countdown === null ? null : (
          <p
            className={clsx(
              "max-w-36 flex-none text-right text-12 text-ink-2",
              countdown.isNear && "border-l-3 border-unsure pl-4",
            )}
          >
            <span className="line-clamp-2 wrap-anywhere">{countdown.label}</span>
            <span className="block text-32 leading-10 font-semibold whitespace-nowrap text-ink wide:text-[44px] wide:leading-11">
              {countdown.value}
              <span className="ml-1.5 text-15 font-normal tracking-normal text-ink-3">{countdown.unit}</span>
            </span>
          </p>
        )}
      </div>
      {lead === null ? null : <p className="text-14 font-semibold wrap-anywhere">{lead}</p>}
      {figures.length === 0 ? null : (
        <ul className="flex flex-wrap gap-x-8 gap-y-2">
          {figures.map(({ label, value, unit, tone }) => (
            <li key={label}>
              <b className={clsx("text-24 leading-7 font-semibold whitespace-nowrap", INKS[tone])}>
                {value}
                <span className="ml-1 text-13 font-normal tracking-normal text-ink-3">{unit}</span>
              </b>
              <span className="block text-12 text-ink-3">{label}</span>
            </li>
          ))}
        </ul>
      )}
      {chart === null ? null : <LiveDrawing chart={chart} />}
      {others.length === 0 ? null : (
        <ul className="space-y-1 text-13">
          {others.map((other) => (
            <li key={other.href} className="flex flex-wrap gap-x-3">
              <AppLink href={other.href} className="font-medium wrap-anywhere hover:underline">
                <bdi>{other.name}</bdi>
              </AppLink>
              <span className={other.isCalm ? "text-ink-2" : "text-bad"}>{other.lead}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
