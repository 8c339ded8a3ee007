import { ALL_REQUESTS, DAY_SECONDS } from "@headroom/core";
import type { SampleSink } from "@headroom/core";
import { givenCell } from "../../given-cell.ts";

const LINE =
  /^\[ {1,10}(\d{1,9})s ?\] thds: (\d{1,9}) [et]ps: (\d{1,12}\.\d\d) (?:qps: [\d.]+ \([^)\n]{1,200}\) )?lat \(ms,(\d{1,2})%\): (\d{1,12}\.\d\d)(?: err\/s: (\d{1,12}\.\d\d))?/gm;
const MAX_SECONDS = 30 * DAY_SECONDS;

/** Gives the lines of --report-interval, each of the time since the one before; answers how many there were. */
export function giveReports(text: string, sink: SampleSink, startMicros: number): number {
  let before = 0;
  let reports = 0;
  for (const [, at, threads, rate, percent, latency, errorRate] of text.matchAll(LINE)) {
    const seconds = Number(at) - before;
    if (seconds <= 0 || Number(at) > MAX_SECONDS) continue;
    const events = Math.round(Number(rate) * seconds);
    const errors = Math.round(Number(errorRate ?? 0) * seconds);
    const percentiles = events === 0 ? {} : { [`p${percent}`]: Number(latency) };
    const cell = givenCell({ requests: events + errors, errors, percentiles }, 1_000);
    sink.interval(ALL_REQUESTS, startMicros + before * 1_000_000, seconds, cell);
    sink.measure(sink.gauge("users", null), startMicros + Number(at) * 1_000_000, Number(threads));
    before = Number(at);
    reports += 1;
  }
  return reports;
}
