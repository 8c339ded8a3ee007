import { expect, it } from "vitest";
import type { DayForecastAnswer } from "@headroom/contract";
import { prepareForecast } from "./prepare-forecast.ts";

const forecast: DayForecastAnswer = {
  earlier: { id: "e", name: "Black Friday 2025", simulated: false },
  growth: { low: 1.3, high: 1.5 },
  seconds: 86_400,
  requests: { low: 412e6, high: 475e6 },
  failed: { low: 12_000, high: 31_000 },
  allowed: { low: 412_000, high: 475_000 },
  p99AtPeakMs: { low: 91, high: 140 },
  p99TargetMs: 200,
  secondsOverP99: { low: 0, high: 0 },
  secondsUntested: { low: 0, high: 0 },
  testedUpTo: 12_000,
  untested: [],
  slos: [],
};
const show = (change: Partial<DayForecastAnswer> = {}) => prepareForecast({ ...forecast, ...change });
const lines = (change: Partial<DayForecastAnswer>) =>
  show(change).lines.map(({ ink, words }) => [ink.replace("text-", ""), words]);

it("says what the day asks for, and that tests held it", () => {
  const { basis, figures } = show();
  expect(basis).toBe(
    "The throughput of Black Friday 2025 times 1.30–1.50, and what tests saw under such loads.",
  );
  expect(figures.map(({ label, value, caption }) => [label, value, caption])).toEqual([
    ["Requests of the day", "412M–475M", "in 24h"],
    ["Failed requests", "12k–31k", "at most 0.007%, the target allows 412k–475k"],
    ["p99 at the peak", "91–140", "target 200 ms"],
    ["Above tested load", "Never", "tested up to 12,000 req/s"],
  ]);
  expect(lines({})).toEqual([
    ["good", "No more requests fail than the error target allows (412k–475k)."],
    ["good", "p99 stays at or below 200 ms."],
  ]);
});

it("promises nothing for a day that goes where no test has been", () => {
  const untested = { secondsUntested: { low: 2_400, high: 4_200 }, p99AtPeakMs: null };
  expect(lines(untested)).toEqual([
    [
      "bad",
      "For 40m to 1h 10m, the load is above everything that was tested, 12,000 req/s. Nothing is forecast for that time.",
    ],
  ]);
  expect(show(untested).figures.slice(1, 3)).toMatchObject([
    { value: "Not known", caption: "12k–31k while the load is within what was tested" },
    { value: "Not known" },
  ]);
  expect(show({ p99AtPeakMs: { low: 0, high: 150 } }).figures[2]).toMatchObject({ value: "≤\u00a0150" });
  expect(lines({ secondsUntested: { low: 0, high: 600 } })[0]?.[0]).toBe("unsure");
});

it("says what surely fails and what may, worst first", () => {
  expect(lines({ failed: { low: 500_000, high: 600_000 }, secondsOverP99: { low: 0, high: 1_800 } })).toEqual(
    [
      ["bad", "More requests fail than the error target allows (412k–475k)."],
      ["unsure", "p99 may be above 200 ms for up to 30m."],
    ],
  );
  expect(lines({ failed: { low: 0, high: 420_000 } })[0]).toEqual([
    "unsure",
    "More requests may fail than the error target allows (412k–475k).",
  ]);
});

it("says what the day uses of the error budget of an SLO, and names experiments without a run", () => {
  const slo = { id: "s", name: "Checkout works", usesPercent: { low: 4, high: 10 } };
  const left = (low: number, high: number) => [{ ...slo, leftPercent: { low, high } }];
  expect(lines({ slos: left(5, 6) })[0]).toEqual([
    "unsure",
    "The day uses 4.00–10.0% of the error budget of Checkout works. 5.00–6.00% is left.",
  ]);
  expect(lines({ slos: left(-2, -1) })[0]?.[0]).toBe("bad");
  expect(lines({ slos: left(63, 64) })[0]?.[0]).toBe("good");
  expect(lines({ untested: [{ id: "m", name: "Mixed" }] })[0]).toEqual([
    "unsure",
    "Mixed has no run that counts, and no part in this forecast.",
  ]);
});

it("says nothing about errors or latency that no test has", () => {
  const blind = { failed: null, p99AtPeakMs: null, secondsOverP99: null, testedUpTo: null };
  const untested = { secondsUntested: { low: 86_400, high: 86_400 } };
  expect(lines({ ...blind, ...untested })).toEqual([]);
  expect(show({ ...blind, ...untested }).figures.map(({ value }) => value)).toEqual([
    "412M–475M",
    "Not known",
    "Not known",
    "24h",
  ]);
});
