import { emptyCell, seededRandom, Sketch } from "@headroom/core";
import type { LoadOverTime, RunTimeline } from "@headroom/core";

/** Users of a made run, each of whom waits for a response, thinks, and sends the next request. */
export interface Loop {
  seconds: number;
  /** When each user begins and ends. */
  users: readonly { fromSeconds: number; toSeconds: number }[];
  /** How long the request of a user that is sent at a moment takes; `step` counts the user's requests. */
  latency(draw: Draw, sent: { user: number; at: number; step: number }): number;
  think(draw: Draw, tookSeconds: number): number;
  /** When a user who would send at a moment does. */
  pause(user: number, at: number): number;
  hang: Hang | null;
  /** What is in flight at the end isn't recorded. */
  cutOff: boolean;
  seed: number;
}

/** Some users' requests take until its end, or until they time out. */
export interface Hang {
  users: number;
  fromSeconds: number;
  toSeconds: number;
  timeOutSeconds: number;
}

export interface Draw {
  uniform: () => number;
  normal: () => number;
}

export interface LoopRun {
  timeline: RunTimeline;
  users: LoadOverTime;
  requests: number;
}

export function runLoop(loop: Loop): LoopRun {
  const sketches: Sketch[] = [];
  const counts: number[] = [];
  let requests = 0;
  for (const [user, { fromSeconds, toSeconds }] of loop.users.entries()) {
    // Who isn't in the hang is the same with and without it.
    const draw = drawOf(loop.seed * 1_000 + user);
    let at = loop.pause(user, fromSeconds);
    let left = at;
    for (let step = 0; at < toSeconds; step++) {
      const end = withHang(loop, user, at, at + loop.latency(draw, { user, at, step }));
      left = end;
      if (loop.cutOff && end > loop.seconds) break;
      (sketches[Math.floor(end)] ??= new Sketch()).add(Math.max(1, Math.round((end - at) * 1e3)) * 1e3);
      requests++;
      at = loop.pause(user, end + loop.think(draw, end - at));
    }
    const last = loop.cutOff ? loop.seconds : Math.max(left, Math.min(toSeconds, loop.seconds));
    for (let second = Math.floor(fromSeconds); second < last; second++)
      counts[second] = (counts[second] ?? 0) + 1;
  }
  const points = sketches.flatMap((all, offsetSeconds) => ({
    offsetSeconds,
    cell: {
      ...emptyCell(),
      requests: all.count,
      sumMicros: all.sum,
      minMicros: all.min,
      maxMicros: all.max,
      distribution: { kind: "sketch" as const, all, failed: null },
    },
  }));
  const gauge = counts.flatMap((load, offsetSeconds) =>
    sketches[offsetSeconds] === undefined ? [] : [{ offsetSeconds, load }],
  );
  return {
    timeline: { pointSeconds: 1, fromSeconds: 0, toSeconds: sketches.length, points },
    users: { pointSeconds: 1, points: gauge },
    requests,
  };
}

function drawOf(seed: number): Draw {
  const uniform = seededRandom(seed);
  return {
    uniform,
    normal: () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform()),
  };
}

function withHang({ hang }: Loop, user: number, at: number, end: number): number {
  if (hang === null || user >= hang.users || end < hang.fromSeconds || at >= hang.toSeconds) return end;
  return Math.max(end, Math.min(hang.toSeconds, at + hang.timeOutSeconds));
}

/** What is drawn about a healthy run, in a word each. */
export interface Traits {
  think: "none" | "constant" | "uniform" | "exponential" | "lognormal" | "paced";
  mix: "one" | "even" | "slow" | "rare" | "flow" | "tail";
  load: "constant" | "ramp" | "stages" | "spike" | "up and down";
  pause: "none" | "all" | "group" | "own";
  stall: "none" | "short" | "long";
  level: "level" | "warm-up" | "drift" | "swings" | "saturates";
}

const OPTIONS: { [trait in keyof Traits]: readonly Traits[trait][] } = {
  think: ["none", "constant", "uniform", "exponential", "lognormal", "paced"],
  mix: ["one", "even", "slow", "rare", "flow", "tail"],
  load: ["constant", "constant", "ramp", "stages", "spike", "up and down"],
  pause: ["none", "none", "all", "group", "own"],
  stall: ["none", "none", "short", "long"],
  level: ["level", "level", "warm-up", "drift", "swings", "saturates"],
};

/** More would only take longer to draw. */
const MOST_PER_SECOND = 250;

export interface DrawnLoop {
  traits: Traits;
  loop: Loop;
}

/** A healthy run with everything drawn that isn't given. */
export function drawLoop(seed: number, given: Partial<Traits> = {}): DrawnLoop {
  const random = seededRandom(seed);
  const one = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)] as T;
  const between = (low: number, high: number) => low + (high - low) * random();
  const spread = (low: number, high: number) => Math.exp(between(Math.log(low), Math.log(high)));
  const traits: Traits = {
    think: one(OPTIONS.think),
    mix: one(OPTIONS.mix),
    load: one(OPTIONS.load),
    pause: one(OPTIONS.pause),
    stall: one(OPTIONS.stall),
    level: one(OPTIONS.level),
    ...given,
  };
  const seconds = Math.round(spread(60, 1_200));
  const median = spread(0.01, 1.5);
  const thinkSeconds = traits.think === "none" ? 0 : spread(0.2, 10);
  const least = (median + thinkSeconds) * MOST_PER_SECOND;
  const users = Math.max(3, Math.min(Math.round(spread(4, 200)), Math.floor(least)));
  const active = activeOf(traits.load, { users, seconds, random });
  const latency = latencyOf(traits, { median, users, active, seconds, between, spread });
  return {
    traits,
    loop: {
      seconds,
      users: active,
      latency,
      think: thinkOf(traits.think, thinkSeconds, { random, own: traits.pause === "own" }),
      pause: pauseOf(traits.pause, { seconds, users, between, spread }),
      hang: null,
      cutOff: random() < 0.3,
      seed: seed + 1,
    },
  };
}

interface Drawing {
  between: (low: number, high: number) => number;
  spread: (low: number, high: number) => number;
}

function activeOf(
  load: Traits["load"],
  { users, seconds, random }: { users: number; seconds: number; random: () => number },
): Loop["users"] {
  const stages = 2 + Math.floor(random() * 5);
  const [a, b] = [0.2 + 0.2 * random(), 0.6 + 0.2 * random()];
  return Array.from({ length: users }, (_, user) => {
    const share = user / users;
    const jitter = random() * 0.5;
    if (load === "ramp") return { fromSeconds: share * seconds * b + jitter, toSeconds: seconds };
    if (load === "stages")
      return {
        fromSeconds: (Math.floor(share * stages) / stages) * seconds + jitter,
        toSeconds: seconds,
      };
    if (load === "spike" && share > 0.3) return { fromSeconds: a * seconds + jitter, toSeconds: b * seconds };
    if (load === "up and down")
      return { fromSeconds: (share * seconds) / 2 + jitter, toSeconds: seconds * (1 - share * 0.4) };
    return { fromSeconds: jitter, toSeconds: seconds };
  });
}

interface Law extends Drawing {
  median: number;
  users: number;
  active: Loop["users"];
  seconds: number;
}

function latencyOf(
  { mix, stall, level }: Traits,
  { median, users, active, seconds, between, spread }: Law,
): Loop["latency"] {
  const sigma = between(0.1, 1);
  const slow = { share: mix === "rare" ? spread(0.0005, 0.01) : between(0.03, 0.3), times: spread(5, 40) };
  const slowMedian = Math.min(12, median * slow.times);
  const steps = 3 + Math.floor(between(0, 12));
  const alpha = between(1.4, 3);
  const every = spread(8, 90);
  const length = stall === "none" ? 0 : stall === "short" ? between(0.1, 0.8) : between(0.8, 2.8);
  const usual = levelOf(level, { users, active, seconds, between, spread });
  return ({ uniform, normal }, { at, step }) => {
    const isSlow = mix === "flow" ? step % steps === steps - 1 : uniform() < slow.share;
    const middle = isSlow && mix !== "one" && mix !== "tail" && mix !== "even" ? slowMedian : median;
    const even = mix === "even" ? 0.5 + Math.floor(uniform() * 4) : 1;
    const shape =
      mix === "tail" ? Math.min(300, (1 - uniform()) ** (-1 / alpha)) : Math.exp(sigma * normal());
    const took = middle * even * shape * usual(at);
    const into = at % every;
    const next = at - into + every;
    // A stall holds what is in flight when it begins, and what comes in until it ends.
    if (into < length && at > every) return length - into + took;
    return at + took > next ? took + length : took;
  };
}

function levelOf(
  level: Traits["level"],
  { active, seconds, between, spread, users }: Omit<Law, "median">,
): (at: number) => number {
  if (level === "warm-up") {
    const [most, fades] = [spread(2, 10), between(5, 40)];
    return (at) => 1 + (most - 1) * Math.exp(-at / fades);
  }
  if (level === "drift") {
    const most = spread(0.5, 4);
    return (at) => most ** (at / seconds);
  }
  if (level === "swings") {
    const [most, period] = [spread(1.1, 3), spread(20, 300)];
    return (at) => most ** Math.sin((2 * Math.PI * at) / period);
  }
  if (level === "saturates") {
    const most = users * between(0.2, 0.8);
    return (at) =>
      Math.max(
        1,
        active.filter(({ fromSeconds, toSeconds }) => at >= fromSeconds && at < toSeconds).length / most,
      ) ** 2;
  }
  return () => 1;
}

function thinkOf(
  think: Traits["think"],
  mean: number,
  { random, own }: { random: () => number; own: boolean },
): Loop["think"] {
  const pauses = own
    ? { share: 0.002 + 0.01 * random(), seconds: 10 + 80 * random() }
    : { share: 0, seconds: 0 };
  return ({ uniform, normal }, tookSeconds) => {
    if (uniform() < pauses.share) return pauses.seconds * (0.5 + uniform());
    if (think === "constant") return mean;
    if (think === "uniform") return 2 * mean * uniform();
    if (think === "exponential") return -mean * Math.log(1 - uniform());
    if (think === "lognormal") return mean * Math.exp(normal() - 0.5);
    if (think === "none") return 0;
    // Paced: the next one is due a fixed time after this one began.
    return Math.max(0, mean - tookSeconds);
  };
}

function pauseOf(
  pause: Traits["pause"],
  { seconds, users, between, spread }: Drawing & { seconds: number; users: number },
): Loop["pause"] {
  if (pause !== "all" && pause !== "group") return (_, at) => at;
  const length = Math.min(seconds / 6, spread(3, 60));
  const every = Math.max(length * 3, spread(40, seconds));
  const share = pause === "all" ? 1 : between(0.1, 0.7);
  return (user, at) => {
    const into = at % every;
    return user < users * share && at > every && into < length ? at - into + length : at;
  };
}
