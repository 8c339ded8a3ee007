import type { GaugesMeanwhile, RunGauge } from "@headroom/contract";

/** The names of the gauges on each axis. */
export interface GaugeAxesChoice {
  left: readonly string[];
  right: readonly string[];
}

/** What rose beside what may limit it or stayed level; without such a pair, the first two. */
export function firstAxes(
  gauges: readonly Pick<RunGauge, "name">[],
  meanwhile: readonly Pick<GaugesMeanwhile, "name" | "others">[],
): GaugeAxesChoice {
  const names = gauges.map(({ name }) => name);
  const rise = meanwhile.find(({ name }) => names.includes(name));
  const other = rise?.others.find(({ standing }) => standing === "may-be-limit") ?? rise?.others[0];
  if (rise !== undefined && other !== undefined) return { left: [rise.name], right: [other.name] };
  return { left: names.slice(0, 1), right: names.slice(1, 2) };
}
