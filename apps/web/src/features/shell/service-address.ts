export type ServiceTab = "now" | "experiments" | "headroom" | "slos" | "mapping";

/** The page of a service, wherever its name is clicked. */
export function serviceAddress(slug: string, tab: ServiceTab = "now"): string {
  return `/services/${encodeURIComponent(slug)}${tab === "now" ? "" : `/${tab}`}`;
}
