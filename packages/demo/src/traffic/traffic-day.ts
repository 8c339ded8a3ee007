import { DAY_SECONDS, HOUR_SECONDS, seededRandom } from "@headroom/core";
import { latencyFactor } from "./latencies.ts";
import type { TrafficScenario } from "./scenario.ts";

/** The time between two readings of a client. */
export const STEP_SECONDS = 15;
const STEPS = DAY_SECONDS / STEP_SECONDS;
/** Traffic wanders around its shape: so much, and a turn in so many steps. */
const WANDER = 0.03;
const WANDER_STEPS = 40;
/** How much faster requests are without any load. */
const FASTER_IDLE = 0.25;

/** How many requests a scenario has at each time of its day, and how slow they are. The same for the same seed. */
export class TrafficDay {
  readonly scenario: TrafficScenario;
  readonly seed: number;
  /** In the middle of the busiest stretch. */
  readonly peakSecond: number;
  readonly #expected: readonly number[];
  readonly #most: number;
  readonly #factor: number;

  constructor(scenario: TrafficScenario, seed: number) {
    this.scenario = scenario;
    this.seed = seed;
    const { shape, peak } = scenario;
    const levels = Array.from({ length: STEPS }, (_, step) => {
      return (
        levelAt(shape, ((step + 0.5) * STEP_SECONDS) / HOUR_SECONDS) * (1 + WANDER * wanderAt(seed, step))
      );
    });
    const steps = peak.seconds / STEP_SECONDS;
    const busiest = busiestOf(levels, steps);
    this.peakSecond = (busiest.from + steps / 2) * STEP_SECONDS;
    this.#expected = levels.map((level) => (level * peak.requests) / busiest.sum);
    this.#most = peak.requests / steps;
    this.#factor = latencyFactor(scenario);
  }

  /** Requests that are expected in a step. */
  expectedIn(step: number): number {
    return this.#expected[step] ?? 0;
  }

  /** Of the load at the peak. */
  loadIn(step: number): number {
    return this.expectedIn(step) / this.#most;
  }

  /** What the latencies of the scenario are multiplied by. */
  slownessIn(step: number): number {
    return this.#factor * (1 - FASTER_IDLE + FASTER_IDLE * this.loadIn(step));
  }
}

function levelAt(shape: TrafficScenario["shape"], hour: number): number {
  const at = Math.max(
    1,
    shape.findIndex(([until]) => until > hour),
  );
  const [[from, before] = [0, 0], [to, after] = [24, 0]] = [shape[at - 1], shape[at]];
  const passed = (hour - from) / (to - from);
  return before + ((after - before) * (1 - Math.cos(Math.PI * passed))) / 2;
}

/** From -1 to 1, smooth. */
function wanderAt(seed: number, step: number): number {
  const turn = Math.floor(step / WANDER_STEPS);
  const [before, after] = [turn, turn + 1].map((at) => 2 * seededRandom(mixed(seed, at))() - 1);
  const passed = (1 - Math.cos((Math.PI * (step % WANDER_STEPS)) / WANDER_STEPS)) / 2;
  return (before ?? 0) + ((after ?? 0) - (before ?? 0)) * passed;
}

/** Another seed for each place. */
export function mixed(seed: number, place: number): number {
  return (Math.imul(seed, 0x9e37_79b1) ^ Math.imul(place + 1, 0x85eb_ca6b)) >>> 0;
}

function busiestOf(levels: readonly number[], steps: number): { from: number; sum: number } {
  let sum = levels.slice(0, steps).reduce((total, level) => total + level, 0);
  let busiest = { from: 0, sum };
  for (let from = 1; from + steps <= levels.length; from++) {
    sum += (levels[from + steps - 1] ?? 0) - (levels[from - 1] ?? 0);
    if (sum > busiest.sum) busiest = { from, sum };
  }
  return busiest;
}
