import type { WrittenSample } from "@headroom/core/wire";
import { TrafficCounters } from "./traffic-counters.ts";
import type { LabelTotal } from "./traffic-counters.ts";
import { STEP_SECONDS } from "./traffic-day.ts";
import type { TrafficDay } from "./traffic-day.ts";
import type { World } from "./world.ts";

export interface ReplayPlan {
  day: TrafficDay;
  /** Steps of the day. */
  fromStep: number;
  steps: number;
  /** How many times faster than real time. */
  speed: number;
  /** When the replay begins. */
  startMillis: number;
  /** Of this replay: no other one may have the same. */
  id: string;
}

export interface Replayed {
  /** Times of the first and the last reading that were accepted. */
  fromMillis: number;
  toMillis: number;
  totals: LabelTotal[];
  bucketCounts: number[];
  samples: number;
  /** It ended before all of it was sent. */
  stopped: boolean;
}

/** As many as Prometheus sends in a body. */
const SAMPLES_A_BODY = 2_000;
const MAX_WAIT_MILLIS = 1_000;
const PROGRESS_MILLIS = 10_000;
/** A replay that is to stop stops within this. */
const LONGEST_SLEEP_MILLIS = 200;

/**
 * The time of a reading. Live traffic can be at most a day old, so a day can't be replayed from its beginning: the replay's
 * last reading is made when it ends, and the others lie as far before it as in the scenario's day.
 */
export function timeOf(
  { steps, speed, startMillis }: Omit<ReplayPlan, "day" | "fromStep" | "id">,
  step: number,
): number {
  const millis = steps * STEP_SECONDS * 1_000;
  return Math.round(startMillis + millis / speed - millis + step * STEP_SECONDS * 1_000);
}

type Write = (samples: readonly WrittenSample[]) => Promise<boolean>;

/** Sends the readings of a stretch of a day when they are due, after a first one of zero. */
export class Replay {
  readonly #plan: ReplayPlan;
  readonly #world: World;
  readonly #write: Write;
  readonly #counters: TrafficCounters;
  #samples: WrittenSample[] = [];
  /** When the first of the samples was due. */
  #since = 0;
  #saidAt: number;
  readonly #sent: Replayed;

  constructor(plan: ReplayPlan, write: Write, world: World) {
    this.#plan = plan;
    this.#world = world;
    this.#write = write;
    this.#counters = new TrafficCounters(plan.day, plan.id);
    this.#saidAt = plan.startMillis;
    const fromMillis = timeOf(plan, 0);
    const nothing = {
      totals: this.#counters.totals(),
      bucketCounts: this.#counters.bucketCounts(),
      samples: 0,
    };
    this.#sent = { fromMillis, toMillis: fromMillis, ...nothing, stopped: true };
  }

  /** All series, before they have counted anything: what they count from then on is known to be new. */
  async begin(): Promise<void> {
    this.#samples = this.#counters.samples(timeOf(this.#plan, 0));
    await this.#flush(0);
  }

  async run(): Promise<Replayed> {
    const { steps, fromStep } = this.#plan;
    for (let step = 1; step <= steps; step++) {
      await this.#until(this.#dueAt(step));
      if (this.#world.stop.aborted) break;
      this.#counters.advance(fromStep + step - 1);
      if (this.#samples.length === 0) this.#since = this.#world.now();
      this.#samples.push(...this.#counters.samples(timeOf(this.#plan, step)));
      const isLate = this.#dueAt(step + 1) - this.#since > MAX_WAIT_MILLIS;
      if ((this.#samples.length >= SAMPLES_A_BODY || isLate || step === steps) && !(await this.#flush(step)))
        break;
      this.#progress(step);
    }
    return this.#sent;
  }

  #dueAt(step: number): number {
    const { startMillis, speed } = this.#plan;
    return startMillis + (step * STEP_SECONDS * 1_000) / speed;
  }

  async #until(dueAt: number): Promise<void> {
    for (;;) {
      const left = dueAt - this.#world.now();
      if (left <= 0 || this.#world.stop.aborted) return;
      await this.#world.sleep(Math.min(left, LONGEST_SLEEP_MILLIS));
    }
  }

  /** False: the replay is to stop. */
  async #flush(step: number): Promise<boolean> {
    const samples = this.#samples;
    this.#samples = [];
    if (!(await this.#write(samples))) return false;
    this.#sent.samples += samples.length;
    this.#sent.toMillis = timeOf(this.#plan, step);
    this.#sent.totals = this.#counters.totals();
    this.#sent.bucketCounts = this.#counters.bucketCounts();
    this.#sent.stopped = step < this.#plan.steps;
    return true;
  }

  #progress(step: number): void {
    const now = this.#world.now();
    if (now - this.#saidAt < PROGRESS_MILLIS) return;
    this.#saidAt = now;
    const { fromStep, steps } = this.#plan;
    const requests = this.#sent.totals.reduce((sum, one) => sum + one.requests, 0);
    const behind = Math.round((now - this.#dueAt(step)) / 1_000);
    const lag = behind >= 2 ? `, ${behind} s behind` : "";
    this.#world.say(
      `${clockOf((fromStep + step) * STEP_SECONDS)} (${Math.floor((100 * step) / steps)}%): ${requests.toLocaleString("en-US")} requests${lag}`,
    );
  }
}

/** "16:20", of a second of the day. */
export function clockOf(second: number): string {
  const minutes = Math.floor(second / 60);
  return [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, "0")).join(":");
}
