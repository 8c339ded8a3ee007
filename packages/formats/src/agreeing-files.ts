import { HeadroomError } from "@headroom/core";
import type { AbsentFigure, ParseReport } from "@headroom/core";
import type { HeldSink } from "./held-sink.ts";

export interface FileOfRun {
  name: string;
  report: ParseReport;
  held: HeldSink | null;
}

/** Tools write their files at different moments, so that those of a short run can differ by its last seconds. */
const MAX_DIFFERENCE = 0.25;
const ERRORS: readonly AbsentFigure[] = ["errors", "some-errors"];

/**
 * Refuses files that can't be about the same requests, or that know something which the other's way of counting would
 * lose. Returns what they know together: a report without errors says of every request in a log that it succeeded.
 */
export function knownTogether(files: readonly FileOfRun[]): ReadonlySet<AbsentFigure> {
  const told = files.flatMap((file) => [...statedOf(file), ...sampledOf(file)]);
  for (const one of told) {
    const other = told.find((another) => areApart(one.requests, another.requests));
    if (other !== undefined) throw otherRequests(one, other);
  }
  const sampled = files.find((file) => sampledOf(file).length > 0);
  const lacking = sampled?.report.absent.filter((figure) => ERRORS.includes(figure)) ?? [];
  if (sampled === undefined || lacking.length === 0) return new Set();
  const failed = sampled.held?.counted.failed ?? 0;
  const knowing = files
    .flatMap(statedOf)
    .filter(({ report }) => !report.absent.some((one) => ERRORS.includes(one)));
  const more = knowing.find(({ errors }) => errors > failed);
  if (more !== undefined) throw lostErrors(sampled.name, more.name, more.errors);
  return new Set(knowing.length > 0 ? lacking : []);
}

interface Told {
  name: string;
  report: ParseReport;
  requests: number;
  errors: number;
}

function statedOf({ name, report, held }: FileOfRun): Told[] {
  const total = held?.stated ?? null;
  if (total === null || total.requests === 0 || report.absent.includes("requests")) return [];
  return [{ name, report, requests: total.requests, errors: total.errors }];
}

function sampledOf({ name, report, held }: FileOfRun): Told[] {
  const counted = held?.counted;
  if (counted === undefined || counted.requests === 0) return [];
  return [{ name, report, requests: counted.requests, errors: counted.failed }];
}

function areApart(a: number, b: number): boolean {
  return Math.abs(a - b) > Math.max(a, b) * MAX_DIFFERENCE;
}

function otherRequests(a: Told, b: Told): HeadroomError {
  return new HeadroomError(
    "parameter-unreadable",
    `The files count different requests: ${a.name} has ${a.requests}, ${b.name} has ${b.requests}.`,
    { hint: "One upload can contain files from one run only. Send one of them." },
  );
}

function lostErrors(sampled: string, report: string, errors: number): HeadroomError {
  return new HeadroomError(
    "parameter-unreadable",
    `${report} counts ${errors} failed requests, but ${sampled} doesn't show which of its requests they are.`,
    { hint: `Send one of them: ${report} for the errors, or ${sampled} for latencies over time.` },
  );
}
