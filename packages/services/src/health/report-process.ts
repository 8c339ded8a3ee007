import { hostname } from "node:os";
import { noteProcess, noteProcessEnd } from "@headroom/db";
import type { Services } from "../context.ts";
import type { ProcessFacts } from "./facts.ts";

export interface ReportedProcess {
  kind: "ingest" | "web";
  startedAt: Date;
  restartedAfter: string | undefined;
  /** Asked for each report. */
  facts?: () => Partial<ProcessFacts>;
}

/** After so long without a report, a process counts as gone. */
export const REPORT_EVERY_MILLIS = 15_000;

/** Reports for the health page that this process is there, and stops with the news that it shut down. */
export function startReporting(
  services: Services,
  { kind, startedAt, restartedAfter, facts }: ReportedProcess,
): { stop(): Promise<void> } {
  const id = services.newId();
  // While the database is away, nothing is reported; the next report is due soon.
  const report = async () => {
    const said: ProcessFacts = {
      host: hostname(),
      pid: process.pid,
      ...(restartedAfter === undefined ? {} : { restartedAfter }),
      ...facts?.(),
    };
    await services.db
      .asJobs((tx) => noteProcess(tx, { id, kind, startedAt, facts: said }))
      .catch(() => undefined);
  };
  let reporting = report();
  const timer = setInterval(() => {
    reporting = report();
  }, REPORT_EVERY_MILLIS).unref();
  return {
    async stop() {
      clearInterval(timer);
      await reporting;
      await services.db.asJobs((tx) => noteProcessEnd(tx, id)).catch(() => undefined);
    },
  };
}
