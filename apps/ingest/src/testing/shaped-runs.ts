import { seededRandom } from "@headroom/core";
import { JTL_HEADER } from "./jtl.ts";

const START_MILLIS = 1_790_000_000_000;

interface Sent {
  second: number;
  millis: number;
  ok: boolean;
}

/** What the service answers to a request that this user sends at this second. */
export type Service = (
  second: number,
  latency: (median: number) => number,
  user: number,
) => { millis: number; ok?: boolean };

interface Loop {
  seconds: number;
  service: Service;
  seed?: number;
}

/** Users that wait for each response, think about a quarter of a second, and send the next request. */
export function closedLoop({ seconds, service, users = 20, seed = 1 }: Loop & { users?: number }): string {
  const { random, latency } = drawn(seed);
  const sent: Sent[] = [];
  for (let user = 0; user < users; user++) {
    let second = random() * 0.25;
    while (second < seconds) {
      const { millis, ok = true } = service(second, latency, user);
      sent.push({ second, millis, ok });
      second += millis / 1_000 + 0.25 * (0.5 + random());
    }
  }
  return asJtl(sent, users);
}

/** Requests at a rate, whatever the responses. */
export function openLoop({ seconds, service, perSecond, seed = 1 }: Loop & { perSecond: number }): string {
  const { random, latency } = drawn(seed);
  const sent: Sent[] = [];
  for (let second = 0; second < seconds; second -= Math.log(1 - random()) / perSecond) {
    const { millis, ok = true } = service(second, latency, 0);
    sent.push({ second, millis, ok });
  }
  return asJtl(sent, 10);
}

/** Nothing is answered from one second to another: what hangs fails after the time-out, or is answered at the end. */
export function downFrom(from: number, to: number, timeOutSeconds = Infinity): Service {
  return (second, latency) => {
    const millis = latency(100);
    if (second + millis / 1_000 < from || second >= to) return { millis };
    return second + timeOutSeconds < to
      ? { millis: timeOutSeconds * 1_000, ok: false }
      : { millis: (to - second) * 1_000 + millis };
  };
}

function drawn(seed: number) {
  const random = seededRandom(seed);
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  return { random, latency: (median: number) => median * Math.exp(0.4 * normal()) };
}

function asJtl(sent: readonly Sent[], users: number): string {
  const rows = sent
    .toSorted((a, b) => a.second + a.millis / 1_000 - b.second - b.millis / 1_000)
    .map(({ second, millis, ok }) => {
      const elapsed = Math.round(millis);
      const code = ok ? "200,OK" : "504,Timeout";
      const start = START_MILLIS + Math.round(second * 1_000);
      return `${start},${elapsed},GET /item,${code},Thread 1,text,${ok},,512,128,${users},${users},null,${elapsed},0,1`;
    });
  return `${JTL_HEADER}\n${rows.join("\n")}\n`;
}
