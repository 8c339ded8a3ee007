import { emptyCell, seededRandom, Sketch } from "@headroom/core";
import type { LoadOverTime, RunTimeline } from "@headroom/core";

/** What a service answers to a request that is sent at this second. */
export type Service = (second: number, latency: number) => { millis: number; failed?: boolean };

export interface LoopLaw {
  seconds: number;
  users: number;
  /** Between a response and the next request; null: requests are sent at `users` a second, whatever the responses. */
  think: number | null;
  medianMillis: number;
  sigma: number;
  /** Of the level of latency, from one second to the next. */
  memory: number;
  errorRate: number;
  service: Service;
  /** When each user begins, as a share of all users to a second. */
  begins?: (share: number) => number;
  /** Nobody sends anything. */
  pause?: { from: number; to: number };
}

export interface DrawnLoop {
  timeline: RunTimeline;
  endSeconds: number;
  requests: number;
  users: LoadOverTime;
}

const SWING = 0.15;

/** A run that is drawn request by request, as a load tool would send them. */
export function drawLoop(law: LoopLaw, seed: number): DrawnLoop {
  const random = seededRandom(seed);
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const levels: number[] = [];
  const levelAt = (second: number) => {
    while (levels.length <= second)
      levels.push(law.memory * (levels.at(-1) ?? 0) + SWING * Math.sqrt(1 - law.memory ** 2) * normal());
    return levels[Math.floor(second)] ?? 0;
  };
  const cells = new Map<number, { all: Sketch; failed: Sketch }>();
  let [requests, endSeconds] = [0, 0];
  const send = (second: number) => {
    const latency = law.medianMillis * Math.exp(levelAt(second) + law.sigma * normal());
    const { millis, failed = random() < law.errorRate } = law.service(second, latency);
    const end = second + millis / 1_000;
    const cell = cells.get(Math.floor(end)) ?? { all: new Sketch(), failed: new Sketch() };
    cells.set(Math.floor(end), cell);
    const micros = Math.max(1, Math.round(millis * 1_000));
    cell.all.add(micros);
    if (failed) cell.failed.add(micros);
    requests++;
    endSeconds = Math.max(endSeconds, end);
    return end;
  };
  if (law.think === null) sendAtRate(law, random, send);
  else sendInTurn({ ...law, think: law.think }, random, send);
  const points = [...cells].toSorted(([a], [b]) => a - b);
  return {
    timeline: {
      pointSeconds: 1,
      fromSeconds: 0,
      toSeconds: Math.floor(endSeconds) + 1,
      points: points.map(([offsetSeconds, { all, failed }]) => ({
        offsetSeconds,
        cell: cellOf(all, failed),
      })),
    },
    endSeconds,
    requests,
    users: usersOf(law),
  };
}

function sendAtRate({ seconds, users }: LoopLaw, random: () => number, send: (second: number) => number) {
  const gap = () => -Math.log(1 - random()) / users;
  for (let second = gap(); second < seconds; second += gap()) send(second);
}

function sendInTurn(
  { seconds, users, think, pause, begins }: LoopLaw & { think: number },
  random: () => number,
  send: (second: number) => number,
) {
  for (let user = 0; user < users; user++) {
    let second = (begins?.(user / users) ?? 0) + random() * Math.max(think, 0.1);
    while (second < seconds) {
      if (pause !== undefined && second >= pause.from && second < pause.to)
        second = pause.to + 0.2 * random();
      else second = send(second) + think * (0.5 + random());
    }
  }
}

function usersOf({ seconds, users, begins }: LoopLaw): LoadOverTime {
  const active = (second: number) =>
    Array.from({ length: users }, (_, user) => begins?.(user / users) ?? 0).filter((from) => from <= second);
  return {
    pointSeconds: 1,
    points: Array.from({ length: seconds }, (_, at) => ({ offsetSeconds: at, load: active(at).length })),
  };
}

function cellOf(all: Sketch, failed: Sketch) {
  return {
    ...emptyCell(),
    requests: all.count,
    errors: failed.count,
    sumMicros: all.sum,
    minMicros: all.min,
    maxMicros: all.max,
    distribution: { kind: "sketch" as const, all, failed: failed.count > 0 ? failed : null },
  };
}
