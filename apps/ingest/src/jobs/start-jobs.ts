import {
  COMPARE_RUNS,
  FREEZE_PEAK_DAY,
  type JobHandlers,
  type JobName,
  type JobsLog,
  JUDGE_AWAITING,
  JUDGE_EXPERIMENT,
  REMOVE_RAW_FILE,
  REPARSE_RUN,
  type RunningJobs,
  runServiceJobs,
  SEND_MAIL,
  SEND_WEBHOOK,
  type Services,
  WRITE_WEEKLY_MAIL,
} from "@headroom/services";
import { jobHandlers, type JobDeps } from "./handlers.ts";

/** What waits for what: a file that is parsed for minutes holds up other files, and neither mail nor verdicts. */
const QUEUES: Record<JobName, "messages" | "webhooks" | "verdicts" | "files"> = {
  [SEND_MAIL]: "messages",
  // A receiver that is slow holds up no mail.
  [SEND_WEBHOOK]: "webhooks",
  [COMPARE_RUNS]: "verdicts",
  [JUDGE_AWAITING]: "verdicts",
  [JUDGE_EXPERIMENT]: "verdicts",
  [FREEZE_PEAK_DAY]: "verdicts",
  [WRITE_WEEKLY_MAIL]: "verdicts",
  [REPARSE_RUN]: "files",
  [REMOVE_RAW_FILE]: "files",
};

/** Runs the jobs that this process can do, until it is stopped. */
export function startJobs(deps: JobDeps, log: JobsLog): RunningJobs {
  return startQueues(deps.services, jobHandlers(deps, log), log);
}

/** One job at a time from each queue. */
export function startQueues(services: Services, handlers: JobHandlers, log: JobsLog): RunningJobs {
  const queues = Map.groupBy(Object.entries(handlers), ([name]) => QUEUES[name as JobName]);
  const running = [...queues.values()].map((own) => runServiceJobs(services, Object.fromEntries(own), log));
  return {
    async stop() {
      await Promise.all(running.map((queue) => queue.stop()));
    },
  };
}
