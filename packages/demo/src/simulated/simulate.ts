import { seededRandom } from "@headroom/core";
import { normal } from "./normal.ts";

/** One kind of request: its share, and how long it takes without load. */
export interface Operation {
  name: string;
  /** Its share of all requests; the shares of a mix add up to 1. */
  share: number;
  medianMillis: number;
  /** Deviation of the latency's logarithm: 0.3 is narrow, 0.7 has a long tail. */
  spread: number;
  errorRate: number;
}

export interface Scenario {
  seed: number;
  startMillis: number;
  seconds: number;
  operations: readonly Operation[];
  /** Requests per second, at a second of the run. */
  rateAt(second: number): number;
  /** How many times longer everything takes at a second of the run: warm-up, saturation. */
  slownessAt(second: number): number;
  /** A time without responses: requests wait for its end. `threads`: so many, and no more are sent while they wait. */
  stall: { fromSecond: number; seconds: number; threads?: number } | null;
  /** How many users send requests, if that changes. */
  usersAt?: (second: number) => number;
}

export interface SimulatedRequest {
  operation: Operation;
  startMillis: number;
  latencyMillis: number;
  failed: boolean;
}

/** The requests of a run, in order of their start. The same scenario gives the same requests. */
export function* simulate(scenario: Scenario): Generator<SimulatedRequest> {
  const random = seededRandom(scenario.seed);
  let waiting = 0;
  for (let second = 0; second < scenario.seconds; second++) {
    const count = Math.round(scenario.rateAt(second) * (0.98 + 0.04 * random()));
    const slowness = scenario.slownessAt(second);
    for (let at = 0; at < count; at++) {
      const offset = second + (at + random()) / count;
      const operation = pick(scenario.operations, random());
      const undisturbed = operation.medianMillis * slowness * Math.exp(operation.spread * normal(random));
      const failed = random() < operation.errorRate;
      const wait = waitMillis(scenario, offset);
      if (wait > 0) waiting += 1;
      if (wait > 0 && waiting > (scenario.stall?.threads ?? Infinity)) continue;
      yield {
        operation,
        startMillis: scenario.startMillis + Math.floor(offset * 1_000),
        latencyMillis: undisturbed + wait,
        failed,
      };
    }
  }
}

/** A warm-up that starts `factor` times slower and is over after about four times `seconds`. */
export function warmUp(second: number, factor: number, seconds: number): number {
  return 1 + (factor - 1) * Math.exp(-second / seconds);
}

function waitMillis({ stall }: Scenario, offset: number): number {
  if (stall === null || offset < stall.fromSecond) return 0;
  return Math.max(0, stall.fromSecond + stall.seconds - offset) * 1_000;
}

function pick(operations: readonly Operation[], at: number): Operation {
  let left = at;
  for (const operation of operations) {
    left -= operation.share;
    if (left < 0) return operation;
  }
  const last = operations.at(-1);
  if (last === undefined) throw new RangeError("a mix needs an operation");
  return last;
}
