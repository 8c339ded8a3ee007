import { DAY_MILLIS, seededRandom } from "@headroom/core";

interface Workload {
  seconds: number;
  perSecond: number;
  /** Typical latency of each label. */
  labels: Readonly<Record<string, number>>;
  failedShare?: number;
  /** Seconds in which nothing was recorded. */
  gap?: { from: number; to: number };
  /** Days after that of all other workloads. */
  day?: number;
}

const START_MILLIS = Date.UTC(2025, 10, 5, 3, 10);

/** JMeter's CSV of a steady load, the same for the same workload. */
export function jmeterResults({
  seconds,
  perSecond,
  labels,
  failedShare = 0,
  gap,
  day = 0,
}: Workload): string {
  const random = seededRandom(seconds * 31 + perSecond);
  const names = Object.entries(labels);
  const lines = ["timeStamp,elapsed,label,responseCode,responseMessage,threadName,success,bytes"];
  for (let second = 0; second < seconds; second += 1) {
    if (isInGap(gap, second)) continue;
    for (let index = 0; index < perSecond; index += 1) {
      const [label = "", typical = 1] = names[index % names.length] ?? [];
      const elapsed = elapsedMillis(typical, random);
      const failed = random() < failedShare;
      const at = START_MILLIS + day * DAY_MILLIS + second * 1000 + Math.floor((index * 900) / perSecond);
      lines.push(
        `${at},${elapsed},"${label.replaceAll('"', '""')}",${failed ? 500 : 200},${failed ? "Error" : "OK"},t 1-1,${String(!failed)},512`,
      );
    }
  }
  return `${lines.join("\n")}\n`;
}

function isInGap(gap: Workload["gap"], second: number): boolean {
  return gap !== undefined && second >= gap.from && second < gap.to;
}

function elapsedMillis(typical: number, random: () => number): number {
  return Math.max(1, Math.round(typical * Math.exp(0.35 * (random() + random() + random() - 1.5))));
}
