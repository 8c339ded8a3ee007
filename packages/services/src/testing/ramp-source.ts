import { sampleSource } from "./sample-source.ts";
import type { Sample } from "./sample-source.ts";

const SECONDS = 600;

/** From 1 to 100 users in ten minutes, each of which asks every two seconds unless stated, on a service that does so many a second. */
export function rampSource(
  latencyMillis: (users: number) => number,
  {
    gauge = "users",
    most = () => Infinity,
    startSeconds = 1_700_000_000,
    perUser = 0.5,
  }: { gauge?: string; perUser?: number; most?: (users: number) => number; startSeconds?: number } = {},
) {
  const samples: Sample[] = [];
  let owed = 0;
  for (let second = 0; second < SECONDS; second++) {
    const users = usersAt(second);
    owed += Math.min(users * perUser, most(users));
    const now = Math.floor(owed);
    owed -= now;
    for (let at = 0; at < now; at++)
      samples.push({
        label: "GET /",
        completedAtMicros: Math.round((startSeconds + second + (at + 0.5) / now) * 1e6),
        latencyMicros: Math.round(latencyMillis(users) * 1_000 * (0.8 + (at % 10) / 25)),
      });
  }
  return sampleSource(samples, {}, (sink) => {
    const id = sink.gauge(gauge, null);
    for (let second = 0; second < SECONDS; second++)
      sink.measure(id, (startSeconds + second) * 1e6, usersAt(second));
  });
}

const usersAt = (second: number) => 1 + Math.floor((99 * second) / SECONDS);
