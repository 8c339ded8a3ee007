import type { DayAlertState, Headline } from "@headroom/core";
import type { PeakDayModel } from "@headroom/db";
import type { Notice } from "../notification/notice.ts";

interface Told {
  day: PeakDayModel;
  service: { slug: string; name: string };
  state: DayAlertState;
  /** What people were told before. */
  previous: DayAlertState;
  /** What the page leads with. */
  headline: Headline;
  isSimulated: boolean;
  webUrl: string;
}

/** A message about a peak day that runs: what its page leads with. */
export function dayNotice({ day, service, state, previous, headline, isSimulated, webUrl }: Told): Notice {
  const url = `${webUrl}/peak-days/${day.id}`;
  const lead = state === "calm" ? `Back to normal. ${headline.lead}` : headline.lead;
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
      peakDay: { id: day.id, name: day.name, service: service.slug, url },
      state,
      previous,
      headline,
      simulated: isSimulated,
    }),
  };
}
