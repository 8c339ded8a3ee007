import { seededRandom } from "@headroom/core";
import { sampleSource } from "./sample-source.ts";
import type { Sample } from "./sample-source.ts";
import type { UploadSource } from "../run/record/upload-source.ts";

/** What a service does under so many users: requests per second, typical latency, and what a gauge shows. */
export type UserService = (users: number) => { rate: number; millis: number; gcPerMinute?: number };

/** As a tool such as JMeter sends it: so many users at each moment. */
export interface UserRamp {
  seconds?: number;
  users?: (share: number) => number;
  seed?: number;
  startSeconds?: number;
}

/** Bends at about 580 users, breaks at about 700, and collects garbage all the time from then on. */
export const breaksAt700: UserService = (users) => {
  const millis = 250 * Math.exp(Math.max(0, users - 580) / 70);
  if (users < 700) return { rate: users / (12 + millis / 1_000), millis, gcPerMinute: 3 };
  const rate = Math.max(8, 51 - (users - 700) * 0.35);
  return { rate, millis: (users / rate - 12) * 1_000, gcPerMinute: 66 };
};

/** Levels off at about 480 users. */
export const levelsOffAt480: UserService = (users) => {
  const millis = Math.max(250, (users / 33.7 - 14) * 1_000);
  return { rate: users / (14 + millis / 1_000), millis, gcPerMinute: 3 };
};

/** Requests that arrive at random, with latencies that scatter as a lognormal does. */
export function userRamp(service: UserService, ramp: UserRamp = {}): UploadSource {
  const { seconds = 1_800, users = toThousand, seed = 7, startSeconds = 1_700_000_000 } = ramp;
  const random = seededRandom(seed);
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const usersAt = (second: number) => users((second + 0.5) / seconds);
  const samples: Sample[] = [];
  for (let second = 0; second < seconds; second++) {
    const { rate, millis } = service(usersAt(second));
    const count = Math.max(0, Math.round(rate + Math.sqrt(rate) * 0.3 * normal()));
    for (let at = 0; at < count; at++)
      samples.push({
        label: "GET /search",
        completedAtMicros: Math.round((startSeconds + second + (at + random()) / count) * 1e6),
        latencyMicros: Math.max(1_000, Math.round(millis * Math.exp(0.4 * normal()) * 1_000)),
      });
  }
  return sampleSource(samples, { loadModel: "closed" }, (sink) => {
    const ids = { users: sink.gauge("users", null), gc: sink.gauge("gc runs", "/min") };
    for (let second = 0; second < seconds; second++) {
      const at = (startSeconds + second) * 1e6;
      sink.measure(ids.users, at, usersAt(second));
      const { gcPerMinute } = service(usersAt(second));
      if (second % 10 === 0 && gcPerMinute !== undefined)
        sink.measure(ids.gc, at, gcPerMinute * (1 + 0.1 * (random() - 0.5)));
    }
  });
}

const toThousand = (share: number) => Math.max(1, Math.round(1_000 * share));
