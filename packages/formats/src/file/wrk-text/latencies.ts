import { HeadroomError } from "@headroom/core";
import { quoted } from "../../findings.ts";
import type { Findings } from "../../text/document.ts";
import { matchReport } from "../../text/report-match.ts";
import { readDuration } from "../../text/unit-value.ts";
import type { WrittenDuration } from "../../text/unit-value.ts";

/** In microseconds. */
export interface WrkLatencies {
  mean: number;
  min: number | null;
  max: number;
  percentiles: Record<string, number>;
  stepMicros: number;
}

const LATENCY = /^ {4}Latency +(\S{1,20}) +(\S{1,20}) +(\S{1,20}) +\S{1,20}$/m;
const UNCORRECTED = /^ {2}Latency Distribution \(HdrHistogram - Uncorrected Latency/m;
const DISTRIBUTION = /^ {2}Latency Distribution(?! \(HdrHistogram - Uncorrected).{0,80}\n/m;
const PERCENTILE = /^ *(\d{1,3}(?:\.\d{1,3})?)% +(\S{1,20}) *$/;
/** Milliseconds, the share, how many, and 1/(1 - share). */
const SPECTRUM = /^ +(\d{1,12}\.\d{3}) +([01]\.\d{6}) +\d{1,15} +\S{1,20}$/gm;
const END_OF_SPECTRUM = "----------";

/**
 * The latencies of a report: average and maximum always, percentiles with --latency. wrk2 adds a spectrum of
 * microseconds, which stands where it knows better; what it measured without its correction (-U) is left aside.
 */
export function readLatencies(report: string, { warnings }: Findings): WrkLatencies {
  const [average = "", , longest = ""] = matchReport(report, LATENCY, "wrk report", "Latency");
  const [mean, max] = [durationOf(average), durationOf(longest)];
  const section = distributionOf(report);
  if (section === null && UNCORRECTED.test(report)) {
    warnings.add(
      "uncorrected-only",
      "wrk2 measured these percentiles without its correction (-U), so they were ignored. Use --latency.",
    );
  }
  const quotedOnes = section === null ? [] : percentilesOf(section);
  const spectrum = section === null ? new Map<string, number>() : spectrumOf(section);
  const steps = [mean, max, ...quotedOnes.map(([, duration]) => duration)].map(
    ({ stepMicros }) => stepMicros,
  );
  return {
    mean: figureOf(section, "Mean") ?? mean.micros,
    min: spectrum.get("p0") ?? null,
    max: figureOf(section, "Max") ?? max.micros,
    percentiles: {
      ...Object.fromEntries(quotedOnes.map(([name, { micros }]) => [name, micros])),
      ...Object.fromEntries(spectrum),
    },
    stepMicros: spectrum.size > 0 ? 1 : Math.max(1, Math.min(...steps)),
  };
}

function distributionOf(report: string): string | null {
  const match = DISTRIBUTION.exec(report);
  if (match === null) return null;
  const rest = report.slice(match.index + match[0].length);
  const end = rest.indexOf(END_OF_SPECTRUM);
  return end < 0 ? rest : rest.slice(0, end);
}

/** The lines right below the heading. */
function percentilesOf(section: string): [string, WrittenDuration][] {
  const percentiles: [string, WrittenDuration][] = [];
  for (const line of section.split("\n")) {
    const match = PERCENTILE.exec(line);
    if (match === null) break;
    percentiles.push([`p${Number(match[1])}`, durationOf(match[2] ?? "")]);
  }
  if (percentiles.length === 0) throw unreadable("its latency distribution has no readable lines");
  return percentiles;
}

function spectrumOf(section: string): Map<string, number> {
  const at = section.indexOf("Detailed Percentile spectrum:");
  const rows = at < 0 ? [] : [...section.slice(at).matchAll(SPECTRUM)];
  return new Map(
    rows.map(([, millis, share]) => [
      `p${Number((Number(share) * 100).toFixed(4))}`,
      microsOf(Number(millis)),
    ]),
  );
}

/** A figure of the lines below the spectrum: `#[Mean    =        6.602, …`. */
function figureOf(section: string | null, name: string): number | null {
  const match = new RegExp(String.raw`^ *#\[${name} {1,10}= {1,20}(\d{1,12}\.\d{3}),`, "m").exec(
    section ?? "",
  );
  return match === null ? null : microsOf(Number(match[1]));
}

function microsOf(millis: number): number {
  return Math.round(millis * 1_000);
}

function durationOf(written: string): WrittenDuration {
  const duration = readDuration(written);
  if (duration !== null) return duration;
  throw unreadable(`${quoted(written)} is not a duration`);
}

function unreadable(why: string): HeadroomError {
  return new HeadroomError("file-unreadable", `This wrk report cannot be read: ${why}.`, {
    hint: "Send the complete report that the tool printed after the run.",
  });
}
