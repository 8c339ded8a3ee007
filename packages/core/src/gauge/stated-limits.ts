/** What a gauge may reach at most, as somebody stated it. */
export interface StatedLimit {
  value: number;
  /** A gauge of its own ("cpu limit"), a target ("max cpu <= 80%"), or the configuration of the run ("cpu limit: 80"). */
  by: "gauge" | "target" | "configuration";
}

interface LimitsInput {
  /** With what each of them showed at least in the run. */
  gauges: readonly { name: string; unit: string | null; lowest: number | null }[];
  /** Upper thresholds of the run's targets on gauges. */
  targets: readonly { gauge: string; value: number; unit: string }[];
  configuration: Readonly<Record<string, string>>;
}

const SUFFIXES = ["limit", "max", "maximum", "capacity"];

/** The lowest limit stated of each gauge, by its name. A limit in another unit isn't one. */
export function statedLimits({ gauges, targets, configuration }: LimitsInput): Map<string, StatedLimit> {
  const configured = Object.entries(configuration).map(([key, text]) => [plain(key), text] as const);
  const found = new Map<string, StatedLimit>();
  for (const { name, unit } of gauges) {
    const own = plain(name);
    const stated: StatedLimit[] = [
      ...gauges
        .filter((other) => plain(other.name) === `${own} limit` && (other.unit ?? unit) === unit)
        .flatMap(({ lowest }) => (lowest === null ? [] : [{ value: lowest, by: "gauge" as const }])),
      ...targets
        .filter((target) => plain(target.gauge) === own && ["", unit ?? ""].includes(target.unit))
        .map(({ value }) => ({ value, by: "target" as const })),
      ...configured
        .filter(([key]) =>
          SUFFIXES.some((suffix) => key === `${own} ${suffix}` || key === `${suffix} ${own}`),
        )
        .flatMap(([, text]) => {
          const value = configuredNumber(text, unit);
          return value === null ? [] : [{ value, by: "configuration" as const }];
        }),
    ];
    const [least] = stated.filter(({ value }) => value > 0).toSorted((a, b) => a.value - b.value);
    if (least !== undefined) found.set(name, least);
  }
  return found;
}

/** Whether a gauge states the limit of another one. */
export function isLimitOf(name: string, names: readonly string[]): boolean {
  return names.some((other) => plain(name) === `${plain(other)} limit`);
}

/** "Write_Units" and "write units" are one name. */
function plain(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

/** "11,000", "80%", "80 %": in the unit of the gauge, or in none. */
function configuredNumber(text: string, unit: string | null): number | null {
  const [, figure, given] = /^\s*([\d_,]+(?:\.\d+)?)\s*(\S*)\s*$/.exec(text) ?? [];
  if (figure === undefined || !["", unit ?? ""].includes(given ?? "")) return null;
  const value = Number(figure.replaceAll(/[_,]/g, ""));
  return Number.isFinite(value) ? value : null;
}
