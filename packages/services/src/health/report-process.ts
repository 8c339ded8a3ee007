import { hostname } from "node:os";
import { noteProcess, noteProcessEnd } from "@headroom/db";
import type { SentByWorkspace } from "@headroom/db";
import type { Services } from "../context.ts";
import type { ProcessFacts } from "./facts.ts";
import type { OwnClock } from "./own-clock.ts";

export interface ReportedProcess {
  kind: "ingest" | "web";
  startedAt: Date;
  restartedAfter: string | undefined;
  /** Compared with the database's before each report. */
  ownClock: OwnClock;
  /** What each workspace sent, for the operator's list. No page reads it: it is of all workspaces. */
  sent?: () => SentByWorkspace;
  /** Asked for each report. */
  facts?: () => Partial<ProcessFacts> | Promise<Partial<ProcessFacts>>;
}

/** After so long without a report, a process counts as gone. */
export const REPORT_EVERY_MILLIS = 15_000;

/** Reports for the health page that this process is there, and stops with the news that it shut down. */
export function startReporting(
  services: Services,
  { kind, startedAt, restartedAfter, ownClock, sent, facts }: ReportedProcess,
): { stop(): Promise<void> } {
  const id = services.newId();
  // While the database is away, nothing is reported; the next report is due soon.
  const report = async () => {
    await ownClock.check();
    const said: ProcessFacts & { sent?: SentByWorkspace } = {
      host: hostname(),
      pid: process.pid,
      memoryBytes: process.memoryUsage.rss(),
      clockAheadSeconds: ownClock.aheadSeconds,
      ...(restartedAfter === undefined ? {} : { restartedAfter }),
      ...(sent === undefined ? {} : { sent: sent() }),
      ...(await facts?.()),
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
