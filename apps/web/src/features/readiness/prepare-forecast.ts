import type { DayForecastAnswer } from "@headroom/contract";
import {
  formatFigure,
  formatLength,
  formatMillis,
  formatPercent,
  formatPercentFigure,
  formatRange,
  formatShort,
  formatTimesFigure,
} from "@headroom/ui";
import type { FigureCell, IconName } from "@headroom/ui";
import { formatAtMost } from "./at-most.ts";
import { cell } from "./prepare-readiness.ts";

interface Range {
  low: number;
  high: number;
}

interface ForecastLine {
  words: string;
  icon: IconName;
  ink: string;
}

export interface ForecastModel {
  /** Which day it is made from. */
  basis: string;
  figures: FigureCell[];
  /** What follows, worst first. */
  lines: ForecastLine[];
}

const SIGNS = {
  bad: { icon: "missed", ink: "text-bad" },
  unsure: { icon: "warning", ink: "text-unsure" },
  good: { icon: "met", ink: "text-good" },
} as const;
type Sign = keyof typeof SIGNS;
const ORDER: readonly Sign[] = ["bad", "unsure", "good"];

/** What tests say about the requests of a coming day. */
export function prepareForecast(forecast: DayForecastAnswer): ForecastModel {
  const said = [
    ...untestedLines(forecast),
    ...errorLines(forecast),
    ...latencyLines(forecast),
    ...sloLines(forecast),
  ].toSorted((a, b) => ORDER.indexOf(a.sign) - ORDER.indexOf(b.sign));
  return {
    basis: basisOf(forecast),
    figures: [
      cell("Requests of the day", shortRange(forecast.requests), {
        unit: "",
        caption: `in ${formatLength(forecast.seconds)}`,
      }),
      failedCell(forecast),
      p99Cell(forecast),
      untestedCell(forecast),
    ],
    lines: said.map(({ words, sign }) => ({ words, ...SIGNS[sign] })),
  };
}

interface Said {
  words: string;
  sign: Sign;
}

function basisOf({ earlier, growth }: DayForecastAnswer): string {
  const times = formatRange(formatTimesFigure(growth.low), formatTimesFigure(growth.high));
  const simulated = earlier.simulated ? ", which was simulated," : "";
  return `The throughput of ${earlier.name}${simulated} times ${times}, and what tests saw under such loads.`;
}

function failedCell({ failed, requests, allowed, secondsUntested }: DayForecastAnswer): FigureCell {
  if (failed === null)
    return cell("Failed requests", "Not known", { unit: "", caption: "no test says anything about errors" });
  // Nobody knows about the rest of the day.
  if (secondsUntested.high > 0)
    return cell("Failed requests", "Not known", {
      unit: "",
      caption: `${shortRange(failed)} while the load is within what was tested`,
    });
  const share = requests.high === 0 ? 0 : failed.high / requests.high;
  const ofAll = `at most ${formatPercent(share)}`;
  return cell("Failed requests", shortRange(failed), {
    unit: "",
    caption: allowed === null ? ofAll : `${ofAll}, the target allows ${shortRange(allowed)}`,
  });
}

function p99Cell({ p99AtPeakMs, p99TargetMs }: DayForecastAnswer): FigureCell {
  const known = p99AtPeakMs === null ? null : formatAtMost(p99AtPeakMs, formatMillis);
  const target = p99TargetMs === null ? "no target" : `target ${formatMillis(p99TargetMs)} ms`;
  return cell("p99 at the peak", known ?? "Not known", { unit: known === null ? "" : "ms", caption: target });
}

function untestedCell({ secondsUntested, testedUpTo }: DayForecastAnswer): FigureCell {
  return cell("Above tested load", lengthRange(secondsUntested), {
    unit: "",
    caption: testedUpTo === null ? "no run counts" : `tested up to ${formatFigure(testedUpTo)} req/s`,
  });
}

/** Nothing else is worth much if the day goes where no test has been. */
function untestedLines({ secondsUntested, testedUpTo, untested }: DayForecastAnswer): Said[] {
  const names = untested.map(({ name }) => name).join(", ");
  const have = untested.length === 1 ? "has" : "have";
  const found: Said[] =
    untested.length === 0
      ? []
      : [{ sign: "unsure", words: `${names} ${have} no run that counts, and no part in this forecast.` }];
  const { low, high } = secondsUntested;
  if (high === 0 || testedUpTo === null) return found;
  const where = `above everything that was tested, ${formatFigure(testedUpTo)} req/s. Nothing is forecast for that time.`;
  found.push(
    low > 0
      ? { sign: "bad", words: `For ${lengthRange(secondsUntested)}, the load is ${where}` }
      : { sign: "unsure", words: `For up to ${formatLength(high)}, the load may be ${where}` },
  );
  return found;
}

function errorLines({ failed, allowed, secondsUntested }: DayForecastAnswer): Said[] {
  if (failed === null || allowed === null) return [];
  const budget = `the error target allows (${shortRange(allowed)})`;
  if (failed.low > allowed.high) return [{ sign: "bad", words: `More requests fail than ${budget}.` }];
  if (failed.high > allowed.low) return [{ sign: "unsure", words: `More requests may fail than ${budget}.` }];
  // What was left out could fail.
  if (secondsUntested.high > 0) return [];
  return [{ sign: "good", words: `No more requests fail than ${budget}.` }];
}

function latencyLines({ secondsOverP99, p99TargetMs, secondsUntested }: DayForecastAnswer): Said[] {
  if (secondsOverP99 === null || p99TargetMs === null) return [];
  const target = `${formatMillis(p99TargetMs)} ms`;
  const { low, high } = secondsOverP99;
  if (low > 0) return [{ sign: "bad", words: `p99 is above ${target} for ${lengthRange(secondsOverP99)}.` }];
  if (high > 0)
    return [{ sign: "unsure", words: `p99 may be above ${target} for up to ${formatLength(high)}.` }];
  if (secondsUntested.high > 0) return [];
  return [{ sign: "good", words: `p99 stays at or below ${target}.` }];
}

function sloLines({ slos }: DayForecastAnswer): Said[] {
  return slos.map(({ name, usesPercent, leftPercent }) => {
    const percent = ({ low, high }: Range) =>
      `${formatRange(formatPercentFigure(low / 100), formatPercentFigure(high / 100))}%`;
    const sign: Sign =
      usesPercent.low > leftPercent.high ? "bad" : usesPercent.high > leftPercent.low ? "unsure" : "good";
    const words = `The day uses ${percent(usesPercent)} of the error budget of ${name}. ${percent(leftPercent)} is left.`;
    return { sign, words };
  });
}

function shortRange({ low, high }: Range): string {
  const short = (value: number) => (value > 0 && value < 1 ? "1" : formatShort(Math.round(value)));
  return formatAtMost({ low, high }, short);
}

function lengthRange({ low, high }: Range): string {
  if (low === high) return low === 0 ? "Never" : formatLength(low);
  return low === 0 ? `up to ${formatLength(high)}` : `${formatLength(low)} to ${formatLength(high)}`;
}
