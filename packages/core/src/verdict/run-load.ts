/** What a run is meant to send. Null: nobody says. */
export interface RunLoad {
  durationSeconds: number | null;
  /** Requests a second. */
  ratePerGenerator: number | null;
  generators: number | null;
  threadsPerGenerator: number | null;
}

/** What its upload or an editor says about one run. Null: as its experiment defines. */
export interface StatedLoad extends Omit<RunLoad, "durationSeconds"> {
  plannedSeconds: number | null;
}

/** The load of a run: what is said about it, and otherwise what its experiment defines. */
export function loadOfRun(stated: StatedLoad, defined: RunLoad): RunLoad {
  return {
    durationSeconds: stated.plannedSeconds ?? defined.durationSeconds,
    ratePerGenerator: stated.ratePerGenerator ?? defined.ratePerGenerator,
    generators: stated.generators ?? defined.generators,
    threadsPerGenerator: stated.threadsPerGenerator ?? defined.threadsPerGenerator,
  };
}

/** Requests a second of all generators. */
export function expectedRate({
  ratePerGenerator,
  generators,
}: Pick<RunLoad, "ratePerGenerator" | "generators">): number | null {
  return ratePerGenerator === null || generators === null ? null : ratePerGenerator * generators;
}

/** Rate x generators x duration. */
export function expectedRequests(load: Omit<RunLoad, "threadsPerGenerator">): number | null {
  const rate = expectedRate(load);
  return rate === null || load.durationSeconds === null ? null : rate * load.durationSeconds;
}

/** Whether two runs were meant to send another load: another rate, or with other threads, counted over all generators. */
export function isOtherLoad(one: Totals, other: Totals): boolean {
  const [a, b] = [totalsOf(one), totalsOf(other)];
  return a.some((total, at) => isApart(total, b[at] ?? null));
}

type Totals = Omit<RunLoad, "durationSeconds">;

/** A number of generators that nobody says is one. */
function totalsOf({ ratePerGenerator, generators, threadsPerGenerator }: Totals): (number | null)[] {
  const times = generators ?? 1;
  const isSaid = ratePerGenerator !== null || threadsPerGenerator !== null;
  return [
    ratePerGenerator === null ? null : ratePerGenerator * times,
    threadsPerGenerator === null ? null : threadsPerGenerator * times,
    isSaid ? null : generators,
  ];
}

function isApart(a: number | null, b: number | null): boolean {
  return a !== null && b !== null && Math.abs(a - b) > 1e-9 * Math.max(a, b);
}
