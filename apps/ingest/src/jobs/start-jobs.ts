import {
  COMPARE_RUNS,
  DELETE_WORKSPACE,
  FREEZE_PEAK_DAY,
  DECIDE_RECENT,
  JUDGE_AWAITING,
  JUDGE_RECENT,
  JUDGE_EXPERIMENT,
  LOAD_DEMO,
  NOTIFY_OF_RUN,
  PROVE_LIVE,
  REMOVE_DEMO,
  REMOVE_RAW_FILE,
  REPARSE_RUN,
  runServiceJobs,
  SEND_DELIVERY,
  SEND_MAIL,
  WRITE_WEEKLY_MAIL,
} from "@headroom/services";
import type { JobHandlers, JobName, JobsLog, RunningJobs, Services } from "@headroom/services";
import type { Deps } from "../deps.ts";
import { jobHandlers } from "./handlers.ts";

/** What waits for what: a file that is parsed for minutes holds up other files, and neither mail nor verdicts. */
const QUEUES: Record<JobName, "messages" | "webhooks" | "verdicts" | "files" | "demos"> = {
  [SEND_MAIL]: "messages",
  // A receiver that is slow holds up no mail.
  [SEND_DELIVERY]: "webhooks",
  [COMPARE_RUNS]: "verdicts",
  [DECIDE_RECENT]: "verdicts",
  [JUDGE_AWAITING]: "verdicts",
  [JUDGE_RECENT]: "verdicts",
  [NOTIFY_OF_RUN]: "verdicts",
  [JUDGE_EXPERIMENT]: "verdicts",
  [FREEZE_PEAK_DAY]: "verdicts",
  [PROVE_LIVE]: "verdicts",
  [WRITE_WEEKLY_MAIL]: "verdicts",
  [REPARSE_RUN]: "files",
  [REMOVE_RAW_FILE]: "files",
  [DELETE_WORKSPACE]: "files",
  // A minute of uploads, which nobody else should wait for.
  [LOAD_DEMO]: "demos",
  [REMOVE_DEMO]: "demos",
};

/** Runs the jobs that this process can do, until it is stopped. */
export function startJobs(deps: Deps, log: JobsLog): RunningJobs {
  return startQueues(deps.services, jobHandlers(deps, log), log);
}

/** A receiver can take ten seconds to answer, or never do. Of each, one job runs at a time, and those of a workspace leave places. */
const RECEIVERS = { atOnce: 32, ofWorkspace: 4 };

/** One job at a time from each queue, except where it mostly waits. */
export function startQueues(services: Services, handlers: JobHandlers, log: JobsLog): RunningJobs {
  const queues = Map.groupBy(Object.entries(handlers), ([name]) => QUEUES[name as JobName]);
  return runServiceJobs(
    services,
    [...queues].map(([queue, own]) => ({
      handlers: Object.fromEntries(own),
      ...(queue === "webhooks" ? RECEIVERS : { atOnce: 1 }),
    })),
    log,
  );
}
