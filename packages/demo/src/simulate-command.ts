import { setTimeout as delay } from "node:timers/promises";
import { isHeadroomError } from "@headroom/core";
import { readOptions } from "./simulate-options.ts";
import { replayTraffic } from "./traffic/replay-traffic.ts";
import type { ReplayReport } from "./traffic/replay-traffic.ts";

/** Replays a scenario's traffic through remote write. */
async function main(): Promise<number> {
  const { plan, target } = readOptions(process.argv.slice(2));
  const stop = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => stop.abort());
  const world = { now: Date.now, sleep: (millis: number) => delay(millis), say, stop: stop.signal };
  const report = await replayTraffic({ ...plan, startMillis: Date.now() }, target, world);
  sayReport(report);
  return report.differences.length === 0 ? 0 : 1;
}

function sayReport({ totals, counted, differences, stopped }: ReplayReport): void {
  const sent = totals.reduce((sum, { requests }) => sum + requests, 0);
  const errors = totals.reduce((sum, one) => sum + one.errors, 0);
  if (stopped) say("Stopped before the end.");
  for (const one of totals)
    say(`  ${one.label}: ${count(one.requests)} requests, ${count(one.errors)} errors`);
  say(
    `Sent ${count(sent)} requests with ${count(errors)} errors, counted ${count(counted?.requests ?? 0)} with ${count(counted?.errors ?? 0)}.`,
  );
  for (const difference of differences) say(`  differs: ${difference}`);
}

function count(value: number): string {
  return value.toLocaleString("en-US");
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

main().then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    const hint = isHeadroomError(error) ? error.hint : undefined;
    const message = error instanceof Error ? error.message : String(error);
    process.stderr.write(`${[message, hint].filter(Boolean).join("\n")}\n`);
    process.exitCode = 1;
  },
);
