import type { MetricSeries } from "./metric-sink.ts";

/** Where the values of a body are from, in epoch microseconds. */
export interface TrafficOrigin {
  /** From the first to the last simulated value; null: none was simulated. */
  simulated: { fromMicros: number; toMicros: number } | null;
  /** The first real value; null: there was none. */
  realFromMicros: number | null;
}

/** The tags by which a source says that its values are simulated: as a resource attribute, and as Prometheus spells it. */
const SIMULATED_TAGS = new Set(["headroom.simulated", "headroom_simulated"]);

/** Whatever the tag says but `false`: a mark that is spelled differently still marks. */
export function isSimulated({ tags }: MetricSeries): boolean {
  return tags.some(([tag, value]) => SIMULATED_TAGS.has(tag) && value.toLowerCase() !== "false");
}

/** Gathers where the values of a body are from. */
export class OriginFold {
  #simulatedFrom = Infinity;
  #simulatedTo = -Infinity;
  #realFrom = Infinity;

  take(simulated: boolean, atMicros: number): void {
    if (simulated) {
      this.#simulatedFrom = Math.min(this.#simulatedFrom, atMicros);
      this.#simulatedTo = Math.max(this.#simulatedTo, atMicros);
    } else this.#realFrom = Math.min(this.#realFrom, atMicros);
  }

  finish(): TrafficOrigin {
    const [fromMicros, toMicros] = [this.#simulatedFrom, this.#simulatedTo];
    return {
      simulated: fromMicros <= toMicros ? { fromMicros, toMicros } : null,
      realFromMicros: this.#realFrom === Infinity ? null : this.#realFrom,
    };
  }
}
