export const PEAK_DAYS = "/peak-days";

export function peakDayAddress(id: string): string {
  return `${PEAK_DAYS}/${encodeURIComponent(id)}`;
}
