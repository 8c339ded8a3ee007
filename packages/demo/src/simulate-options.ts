import { randomBytes } from "node:crypto";
import { parseArgs } from "node:util";
import { DAY_SECONDS, HeadroomError, HOUR_SECONDS } from "@headroom/core";
import type { ReplayTarget } from "./traffic/replay-traffic.ts";
import type { ReplayPlan } from "./traffic/replay.ts";
import { serviceOf } from "./traffic/scenario.ts";
import type { TrafficScenario } from "./traffic/scenario.ts";
import { SCENARIOS } from "./traffic/scenarios.ts";
import { STEP_SECONDS, TrafficDay } from "./traffic/traffic-day.ts";

export interface SimulateOptions {
  plan: Omit<ReplayPlan, "startMillis">;
  target: ReplayTarget;
}

/** Live traffic can be a day old. The rest is for slow networks and clocks that differ. */
const OLDEST_SECONDS = DAY_SECONDS - 300;

/** Reads the arguments of the command. Fails with a sentence that says what to change. */
export function readOptions(args: readonly string[]): SimulateOptions {
  const option = { type: "string" } as const;
  const options = {
    speed: option,
    seed: option,
    from: option,
    duration: option,
    service: option,
    url: option,
    token: option,
    "ingest-token": option,
    "read-token": option,
    "manage-token": option,
  };
  const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
  const scenario = scenarioOf(positionals);
  const day = new TrafficDay(scenario, numberOf("seed", values.seed ?? "1", { whole: true }));
  const steps = Math.max(1, Math.round(secondsOf(values.duration ?? "24h") / STEP_SECONDS));
  const speed = numberOf("speed", values.speed ?? "60");
  const fromStep = fromStepOf(day, steps, values.from);
  assertRecent(steps * STEP_SECONDS, speed);
  return {
    plan: { day, fromStep, steps, speed, id: newId() },
    target: {
      url: required("url", values.url).replace(/\/+$/, ""),
      service: values.service ?? serviceOf(scenario),
      ingestToken: required("token", values.token ?? values["ingest-token"]),
      readToken: required("token", values.token ?? values["read-token"]),
      manageToken: values.token ?? values["manage-token"] ?? null,
    },
  };
}

function scenarioOf([name, ...more]: readonly string[]): TrafficScenario {
  const found = SCENARIOS.find((one) => one.name === name);
  if (found !== undefined && more.length === 0) return found;
  const known = SCENARIOS.map(({ name: own, story }) => `  ${own.padEnd(16)} ${story}`).join("\n");
  throw wrong(
    name === undefined ? "Name a scenario." : `There is no scenario "${[name, ...more].join(" ")}".`,
    known,
  );
}

/** By default, the stretch around the peak. */
function fromStepOf(day: TrafficDay, steps: number, from: string | undefined): number {
  const all = DAY_SECONDS / STEP_SECONDS;
  if (steps > all) throw wrong("A scenario has 24 hours.", "Use at most --duration 24h.");
  if (from === undefined) {
    const middle = Math.round(day.peakSecond / STEP_SECONDS);
    return Math.min(Math.max(0, middle - Math.floor(steps / 2)), all - steps);
  }
  const [, hour = "", minute = ""] = /^(\d{1,2}):(\d{2})$/.exec(from) ?? [];
  const second = Number(hour) * HOUR_SECONDS + Number(minute) * 60;
  if (hour === "" || Number(minute) > 59 || second >= DAY_SECONDS)
    throw wrong(`--from ${from} isn't a time of the day.`, "Use --from 16:00.");
  const first = second / STEP_SECONDS;
  if (first + steps <= all) return first;
  throw wrong("The stretch ends after the scenario's day.", "Use a shorter --duration or an earlier --from.");
}

function assertRecent(seconds: number, speed: number): void {
  if (seconds * (1 - 1 / speed) <= OLDEST_SECONDS) return;
  const most = Math.floor(1 / (1 - OLDEST_SECONDS / seconds));
  throw wrong(
    `At ${speed} times its speed, the first values would be about a day old, and Headroom refuses older ones.`,
    `Use --speed ${most} or less, or a shorter --duration.`,
  );
}

function numberOf(name: string, text: string, { whole = false } = {}): number {
  const value = Number(text);
  const isGood = whole
    ? Number.isInteger(value) && value >= 0 && value < 2 ** 31
    : value >= 1 && value <= 100_000;
  if (isGood && text.trim() !== "") return value;
  throw wrong(
    `--${name} ${text} isn't possible.`,
    `Use a ${whole ? "whole number" : "number from 1 to 100,000"}.`,
  );
}

const UNITS: Record<string, number> = { s: 1, m: 60, h: 3_600 };

function secondsOf(text: string): number {
  const [, amount = "", unit = ""] = /^(\d+)([smh])$/.exec(text) ?? [];
  const seconds = Number(amount) * (UNITS[unit] ?? 0);
  if (seconds > 0) return seconds;
  throw wrong(`--duration ${text} isn't a length of time.`, "Use 10m, 90s or 24h.");
}

function required(name: string, value: string | undefined): string {
  if (value !== undefined && value !== "") return value;
  throw wrong(`--${name} is missing.`, "Name the address of ingest with --url, and a token with --token.");
}

function newId(): string {
  return `sim-${randomBytes(4).toString("hex")}`;
}

function wrong(message: string, hint: string): HeadroomError {
  return new HeadroomError("parameter-unreadable", message, { hint });
}
