import { GAMEDAYS } from "../peak-day/addresses.ts";

/** The form, with a service and one of its peak days chosen. */
export function planGamedayAddress({
  service,
  peakDay,
}: {
  service: { slug: string };
  peakDay: { id: string };
}): string {
  return `${GAMEDAYS}/new?${new URLSearchParams({ service: service.slug, "peak-day": peakDay.id }).toString()}`;
}

export function gamedayAddress(id: string): string {
  return `${GAMEDAYS}/${encodeURIComponent(id)}`;
}
