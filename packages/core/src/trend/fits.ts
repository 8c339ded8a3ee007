import { changesByFactors, clippedAround } from "./scores.ts";

/** Consecutive runs on one level, or on one line. */
export interface Stretch {
  from: number;
  to: number;
  sloped: boolean;
}

/** Levels and lines over any stretch of a series, from running sums. */
export class Fits {
  readonly places: readonly number[];
  readonly variance: number;
  readonly #factors: boolean;
  readonly #y: Float64Array;
  readonly #ty: Float64Array;
  readonly #yy: Float64Array;

  constructor(values: readonly number[], places: readonly number[]) {
    this.places = places;
    this.#factors = changesByFactors(values);
    const near = clippedAround(values, places);
    this.#y = new Float64Array(near.length + 1);
    this.#ty = new Float64Array(near.length + 1);
    this.#yy = new Float64Array(near.length + 1);
    for (let at = 0; at < near.length; at++) {
      const value = near[at] ?? 0;
      this.#y[at + 1] = (this.#y[at] ?? 0) + value;
      this.#ty[at + 1] = (this.#ty[at] ?? 0) + at * value;
      this.#yy[at + 1] = (this.#yy[at] ?? 0) + value * value;
    }
    let left = 0;
    for (let at = 1; at < places.length; at++)
      left += this.squares({ from: places[at - 1] ?? 0, to: places[at] ?? 0, sloped: false });
    this.variance = left / Math.max(1, near.length - places.length + 1);
  }

  /** What is left of the squares about the level or line of a stretch. */
  squares(stretch: Stretch): number {
    const { about, slope, spread } = this.#fit(stretch);
    return Math.max(0, about - slope * slope * spread);
  }

  /** On the line of a stretch, at one of its runs. */
  at(stretch: Stretch, place: number): number {
    const { mean, middle, slope } = this.#fit(stretch);
    return mean + slope * (place - middle);
  }

  /** The variance of that, in those of one run. */
  uncertaintyAt(stretch: Stretch, place: number): number {
    const { count, middle, spread } = this.#fit(stretch);
    return 1 / count + (stretch.sloped ? (place - middle) ** 2 / spread : 0);
  }

  /** Back from the scale of the fits. */
  unscaled(value: number): number {
    return this.#factors ? Math.exp(value) : value;
  }

  #fit({ from, to, sloped }: Stretch) {
    const count = to - from;
    const middle = (from + to - 1) / 2;
    const spread = (count * (count * count - 1)) / 12;
    const sum = (this.#y[to] ?? 0) - (this.#y[from] ?? 0);
    const about = (this.#yy[to] ?? 0) - (this.#yy[from] ?? 0) - (sum * sum) / count;
    const product = (this.#ty[to] ?? 0) - (this.#ty[from] ?? 0) - middle * sum;
    const slope = sloped && spread > 0 ? product / spread : 0;
    return { count, mean: sum / count, middle, about, slope, spread };
  }
}
