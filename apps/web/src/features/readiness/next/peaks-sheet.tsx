import type { ReactNode } from "react";
import clsx from "clsx";
import { Icon, Sheet, textLinkClass } from "@headroom/ui";
import { PEAK_DAYS } from "../../peak-day/addresses.ts";
import { HeadroomLine } from "../headroom-line.tsx";
import { ReadAgain } from "../../shell/read-again.tsx";
import { AppLink } from "../../shell/app-link.tsx";
import { LivePeak } from "./live-peak.tsx";
import type { LivePeakModel } from "./prepare-live.ts";
import type { NextPeakDayModel } from "./prepare-next.ts";

const EVERY_SECONDS = 15;

/** The peak day that runs, and the next one. */
export function PeaksSheet({ live, next }: { live: LivePeakModel | null; next: NextPeakDayModel | null }) {
  if (next === null) return null;
  return (
    <Sheet label="Peak days" className="mb-5">
      {live === null ? null : <ReadAgain everySeconds={EVERY_SECONDS} />}
      <div
        className={clsx(
          "grid grid-cols-1 divide-y divide-line",
          live !== null && "desk:grid-cols-[minmax(0,1.5fr)_minmax(0,1fr)] desk:divide-x desk:divide-y-0",
        )}
      >
        {live === null ? null : <LivePeak live={live} />}
        <NextPeak next={next} isAlone={live === null} />
      </div>
    </Sheet>
  );
}

function NextPeak({ next, isAlone }: { next: NextPeakDayModel; isAlone: boolean }) {
  const line = next.bar === null ? null : <HeadroomLine bar={next.bar} />;
  return (
    <section
      aria-label="Next peak day"
      className={clsx(
        "grid min-w-0 grid-cols-1 content-start gap-x-10 gap-y-3.5 p-4 wide:px-5",
        isAlone && "desk:grid-cols-2",
      )}
    >
      {isAlone ? (
        <>
          <Stack>
            <Head next={next} />
            {line}
          </Stack>
          <Why next={next} />
        </>
      ) : (
        <>
          <Head next={next} />
          <Why next={next} />
          {line}
        </>
      )}
    </section>
  );
}

function Head({ next }: { next: NextPeakDayModel }) {
  const { name, href, service, dates, verdict } = next;
  return (
    <div className="flex items-start justify-between gap-4">
      <div className="min-w-0">
        <p className="text-12 text-ink-3">
          <b className="font-semibold text-ink">{next.countdown === null ? "Peak day" : "Next peak day"}</b>{" "}
          {dates}
        </p>
        <h2 className="mt-1.5 flex flex-wrap items-center gap-x-2.5 gap-y-1 text-15 font-semibold wrap-anywhere">
          <AppLink href={href} className="hover:underline">
            <bdi>{name}</bdi>
          </AppLink>
          <AppLink
            href={verdict.href}
            className={`inline-flex items-center gap-1.5 text-13 hover:underline ${verdict.ink}`}
          >
            <Icon name={verdict.icon} />
            {verdict.word}
          </AppLink>
        </h2>
        <p className="mt-0.5 text-12 wrap-anywhere text-ink-3">
          <bdi>{service}</bdi>
        </p>
      </div>
      <Countdown next={next} />
    </div>
  );
}

/** What would change the answer comes first. */
function Why({ next: { decisive, besides, headroom, verdict, further } }: { next: NextPeakDayModel }) {
  return (
    <div className="min-w-0 text-13 leading-5 text-ink-2">
      <p className="wrap-anywhere">
        <b className="font-semibold text-ink">{decisive}</b> {besides} {headroom}
      </p>
      <p className="mt-1.5 flex flex-wrap gap-x-4">
        <AppLink href={verdict.href} className={textLinkClass}>
          Readiness
        </AppLink>
        {further === null ? null : (
          <AppLink href={PEAK_DAYS} className={textLinkClass}>
            {further}
          </AppLink>
        )}
      </p>
    </div>
  );
}

function Stack({ children }: { children: ReactNode }) {
  return <div className="flex min-w-0 flex-col gap-3.5">{children}</div>;
}

function Countdown({ next: { countdown, when } }: { next: NextPeakDayModel }) {
  if (countdown === null)
    return <p className="flex-none text-12 font-semibold whitespace-nowrap text-ink-2">{when}</p>;
  return (
    <p className="flex-none text-right text-12 text-ink-2">
      opens in{" "}
      <span className="block text-32 leading-10 font-semibold whitespace-nowrap text-ink wide:text-[44px] wide:leading-11">
        {countdown.value}{" "}
        <span className="text-15 font-normal tracking-normal text-ink-3">{countdown.unit}</span>
      </span>
    </p>
  );
}
