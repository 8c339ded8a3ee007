import { Icon, Sheet, SheetSection, textLinkClass } from "@headroom/ui";
import { PEAK_DAYS } from "../peak-day/addresses.ts";
import { AppLink } from "../shell/app-link.tsx";
import type { NextPeakDayModel } from "./prepare-next-peak-day.ts";

/** When the next peak day is, and whether its service is ready. */
export function NextPeakDay({ next }: { next: NextPeakDayModel | null }) {
  if (next === null) return null;
  const { name, href, service, when, dates, verdict, headroom, sentence, further, running } = next;
  return (
    <Sheet label="Next peak day" className="mb-5">
      {running.length === 0 ? null : <Running days={running} />}
      <SheetSection className="grid grid-cols-1 items-center gap-x-8 gap-y-3 wide:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto]">
        <div className="min-w-0">
          <h2 className="text-12 text-ink-3">
            {when === "running now" ? "Peak day" : "Next peak day"}{" "}
            <b className="font-semibold text-ink">{when}</b>
          </h2>
          <p className="mt-1 text-15 font-semibold wrap-anywhere">
            <AppLink href={href} className="hover:underline">
              <bdi>{name}</bdi>
            </AppLink>
          </p>
          <p className="mt-0.5 text-12 wrap-anywhere text-ink-3">
            <bdi>{service}</bdi> · {dates}
          </p>
        </div>
        <div className="min-w-0">
          <p className="flex items-center gap-2 text-15 font-semibold">
            <Icon name={verdict.icon} className={verdict.ink} />
            <AppLink href={verdict.href} className={`hover:underline ${verdict.ink}`}>
              {verdict.word}
            </AppLink>
          </p>
          <p className="mt-1 text-13">{headroom}</p>
          <p className="mt-0.5 text-12 wrap-anywhere text-ink-3">{sentence}</p>
        </div>
        {further === null ? null : (
          <AppLink href={PEAK_DAYS} className={`${textLinkClass} text-13 whitespace-nowrap`}>
            {further}
          </AppLink>
        )}
      </SheetSection>
    </Sheet>
  );
}

function Running({ days }: { days: NextPeakDayModel["running"] }) {
  return (
    <SheetSection>
      <h2 className="text-13 font-semibold">Running now</h2>
      <ul className="mt-1 space-y-1 text-13">
        {days.map(({ name, href, lead, isCalm }) => (
          <li key={href} className="flex flex-wrap gap-x-3">
            <AppLink href={href} className={textLinkClass}>
              <bdi>{name}</bdi>
            </AppLink>
            <span className={isCalm ? "text-ink-2" : "text-bad"}>{lead}</span>
          </li>
        ))}
      </ul>
    </SheetSection>
  );
}
