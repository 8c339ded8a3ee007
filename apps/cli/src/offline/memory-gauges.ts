import { gaugeDrawing, joinGauge, MAX_POINTS } from "@headroom/core";
import type { GaugeOfPart, GaugeTotals, LoadOverTime } from "@headroom/core";
import type { Stretch } from "./memory-series.ts";

/** The gauges of a run, as each of its parts knows them. */
export class MemoryGauges {
  readonly #parts: readonly (readonly GaugeTotals[])[];
  readonly #run: Stretch | null;

  constructor(parts: readonly (readonly GaugeTotals[])[], run: Stretch | null) {
    this.#parts = parts;
    this.#run = run;
  }

  /** A gauge that says how much load there was; without points if the run doesn't have it. */
  load(called: string): LoadOverTime {
    const names = this.#parts.flat().map(({ name }) => name);
    const name = names.toSorted().find((one) => one.toLowerCase() === called);
    const of = this.#parts.map((gauges) => gauges.find((gauge) => gauge.name === name) ?? null);
    const steps = of.flatMap((gauge) => (gauge === null ? [] : [gauge.finestStepSeconds]));
    if (this.#run === null || name === undefined) return { pointSeconds: 1, points: [] };
    const finest = Math.min(...steps);
    const offsets = this.#rows(of, finest, this.#run).map(({ offsetSeconds }) => offsetSeconds);
    const [first, last] = [offsets[0], offsets.at(-1)];
    if (first === undefined || last === undefined) return { pointSeconds: finest, points: [] };
    const measured = { times: new Set(offsets).size, fromSeconds: first, toSeconds: last + finest };
    const { pointSeconds, stepSeconds } = gaugeDrawing(measured, finest, MAX_POINTS);
    const points = joinGauge(name, this.#rows(of, stepSeconds, this.#run), pointSeconds);
    return {
      pointSeconds,
      points: points.map(({ offsetSeconds, cell }) => ({ offsetSeconds, load: cell.sum / cell.count })),
    };
  }

  #rows(
    of: readonly (GaugeTotals | null)[],
    step: number,
    { fromSeconds, toSeconds }: Stretch,
  ): GaugeOfPart[] {
    return of
      .flatMap((gauge, part) =>
        (gauge?.rows ?? [])
          .filter(
            ({ stepSeconds, offsetSeconds }) =>
              stepSeconds === step && offsetSeconds > fromSeconds - step && offsetSeconds < toSeconds,
          )
          .map(({ offsetSeconds, cell }) => ({ offsetSeconds, part: String(part), beside: false, cell })),
      )
      .toSorted((a, b) => a.offsetSeconds - b.offsetSeconds);
  }
}
