import clsx from "clsx";
import type { ReactNode } from "react";
import type { HeadroomAnswer } from "@headroom/contract";
import { Icon, PageHead, Sentence, buttonClass } from "@headroom/ui";
import { peakDayAddress } from "../peak-day/addresses.ts";
import { AppLink } from "../shell/app-link.tsx";
import { HeadroomSheet } from "./headroom-sheet.tsx";
import { prepareHeadroom } from "./prepare-headroom.ts";
import { withSigns } from "../delta/threshold-text.ts";

interface HeadroomPageProps {
  headroom: HeadroomAnswer;
  timeZone: string;
  now: Date;
  /** The tabs of the service. */
  children: ReactNode;
}

/** Whether a service holds its coming peak days, and on what that rests. */
export function HeadroomPage({ headroom, timeZone, now, children }: HeadroomPageProps) {
  const { service, decidedBy, sentence, step } = headroom;
  const { word, icon, ink } = prepareHeadroom(headroom, now).verdict;
  return (
    <>
      <PageHead
        eyebrow={
          <>
            <bdi className="wrap-anywhere">{service.name}</bdi>
            {decidedBy === null ? null : (
              <span className={clsx("inline-flex items-center gap-1.5 font-semibold", ink)}>
                <Icon name={icon} />
                {word}
              </span>
            )}
          </>
        }
        sentence={<Sentence lead={decidedBy === null ? `${word}.` : withSigns(sentence)} rest={step ?? ""} />}
        actions={
          <AppLink
            href={
              decidedBy === null
                ? `/peak-days/new?service=${encodeURIComponent(service.slug)}`
                : `${peakDayAddress(decidedBy)}/readiness`
            }
            className={buttonClass()}
          >
            {decidedBy === null ? "Add a peak day" : "Readiness report"}
          </AppLink>
        }
      />
      {children}
      <HeadroomSheet headroom={headroom} timeZone={timeZone} now={now} />
    </>
  );
}
