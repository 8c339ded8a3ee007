export const PEAK_DAYS = "/peak-days";
export const GAMEDAYS = "/gamedays";

export function peakDayAddress(id: string): string {
  return `${PEAK_DAYS}/${encodeURIComponent(id)}`;
}

export function readinessAddress(id: string): string {
  return `${peakDayAddress(id)}/readiness`;
}

/** Where a peak day is shown: to members on a page of its own, to guests on that of a share link. */
export interface PeakDayPlace {
  kind: "member" | "guest";
  page: string;
  feed: string;
}

export function memberPlace(id: string): PeakDayPlace {
  const page = peakDayAddress(id);
  return { kind: "member", page, feed: `/api/feed${page}` };
}

export function sharedPlace(secret: string): PeakDayPlace {
  const page = `/share/${encodeURIComponent(secret)}`;
  return { kind: "guest", page, feed: `${page}/feed` };
}
