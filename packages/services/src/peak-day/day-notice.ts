import type { DayAlertState, Headline } from "@headroom/core";
import type { ServiceDayModel } from "@headroom/db";
import type { Notice } from "../notification/notice.ts";

interface Told {
  day: ServiceDayModel;
  service: { slug: string; name: string };
  state: DayAlertState;
  /** What people were told before. */
  previous: DayAlertState;
  /** What the page leads with. */
  headline: Headline;
  /** Nobody knows whether what was wrong is over. */
  hasEnded: boolean;
  isSimulated: boolean;
  webUrl: string;
}

/** A message about a peak day that runs: what its page leads with. */
export function dayNotice({ day, service, headline, hasEnded, isSimulated, webUrl, ...told }: Told): Notice {
  const url = `${webUrl}/peak-days/${day.peakDayId}`;
  const { previous } = told;
  const state = hasEnded ? previous : told.state;
  const lead = leadOf(headline.lead, { hasEnded, isOver: state === "calm" });
  return {
    type: "peak-day.state",
    title: `${day.name}: ${lead}`,
    lines: [
      ...(headline.rest === "" ? [] : [headline.rest]),
      ...(isSimulated ? ["A simulator sent at least part of this traffic."] : []),
      `Service: ${service.name}`,
    ],
    link: { words: "Open the peak day", url },
    incident: {
      key: `peak-day-${day.id}`,
      isOver: state === "calm",
      isUrgent: state !== "near",
      source: service.name,
    },
    body: ({ delivery, at }) => ({
      type: "peak-day.state",
      delivery,
      at,
      peakDay: { id: day.peakDayId, name: day.name, service: service.slug, url },
      state,
      previous,
      headline,
      simulated: isSimulated,
    }),
  };
}

/** The end of a day is no all-clear. */
function leadOf(lead: string, { hasEnded, isOver }: { hasEnded: boolean; isOver: boolean }): string {
  if (hasEnded) return `${lead} Something was still wrong when it ended.`;
  return isOver ? `Back to normal. ${lead}` : lead;
}
