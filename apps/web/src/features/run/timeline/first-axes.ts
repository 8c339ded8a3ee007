import type { GaugesMeanwhile, RunGauge } from "@headroom/contract";

/** The names of the gauges on each axis. */
export interface GaugeAxesChoice {
  left: readonly string[];
  right: readonly string[];
}

/** What rose beside what may limit it or stayed level; without such a pair, the first two, those that changed before the others. */
export function firstAxes(
  gauges: readonly Pick<RunGauge, "name" | "points">[],
  meanwhile: readonly Pick<GaugesMeanwhile, "name" | "others">[],
): GaugeAxesChoice {
  const names = gauges.map(({ name }) => name);
  const rise = meanwhile.find(({ name }) => names.includes(name));
  const other = rise?.others.find(({ standing }) => standing === "may-be-limit") ?? rise?.others[0];
  if (rise !== undefined && other !== undefined) return { left: [rise.name], right: [other.name] };
  const [first, second] = gauges.toSorted((a, b) => Number(isConstant(a)) - Number(isConstant(b)));
  return { left: namesOf(first), right: namesOf(second) };
}

function namesOf(gauge: Pick<RunGauge, "name"> | undefined): string[] {
  return gauge === undefined ? [] : [gauge.name];
}

function isConstant({ points }: Pick<RunGauge, "points">): boolean {
  const [first] = points;
  return points.every(({ min, max }) => min === first?.min && max === first.min);
}
