import { z } from "zod";
import {
  COMPARE_RUNS,
  DELETE_WORKSPACE,
  DECIDE_RECENT,
  JUDGE_AWAITING,
  JUDGE_RECENT,
  FREEZE_PEAK_DAY,
  JUDGE_EXPERIMENT,
  LOAD_DEMO,
  REMOVE_DEMO,
  REMOVE_RAW_FILE,
  REPARSE_RUN,
  NOTIFY_OF_RUN,
  PROVE_LIVE,
  SEND_DELIVERY,
  SEND_MAIL,
  WRITE_WEEKLY_MAIL,
  createMailer,
  mailBySmtp,
  workComparison,
  workDeleteWorkspace,
  workDelivery,
  workDecideRecent,
  workJudgeAwaiting,
  workJudgeRecent,
  getReadiness,
  workFreezePeakDay,
  workJudgeExperiment,
  workLoadDemo,
  workMail,
  workProveLive,
  workRemoveDemo,
  workReparse,
  workRunNotice,
  workWeeklyMail,
} from "@headroom/services";
import type { DeliverMail, JobHandlers, JobName, JobsLog } from "@headroom/services";
import { whileThereIsRoom } from "../body/limits.ts";
import { comparisonThread } from "../comparison/comparison-thread.ts";
import { refusalOfDemo, uploadDemo } from "../demo/upload-demo.ts";
import type { Deps } from "../deps.ts";
import type { KeptFileStore } from "../kept-files/store.ts";
import { openKeptSource } from "./open-kept-source.ts";

/** The jobs this process can run. Without a store, jobs that need one wait for a process that has it. */
export function jobHandlers(deps: Deps, log: JobsLog): JobHandlers {
  const { services, keptFiles, secret, smtp, webUrl, postWebhook, trafficKept } = deps;
  const engine = comparisonThread();
  const mailer = createMailer({ secret, webUrl });
  const deliver = smtp === null ? printMail(log) : mailBySmtp(smtp);
  const handlers: HandlersOf<Exclude<JobName, KeptFileJob>> = {
    [COMPARE_RUNS]: (job) => workComparison({ services, job, engine }),
    [DELETE_WORKSPACE]: (job) => workDeleteWorkspace({ services, job, log }),
    [DECIDE_RECENT]: (job) => workDecideRecent({ services, job }),
    [JUDGE_AWAITING]: (job) => workJudgeAwaiting({ services, job, webUrl }),
    [JUDGE_RECENT]: (job) => workJudgeRecent({ services, job, webUrl }),
    [FREEZE_PEAK_DAY]: (job) =>
      workFreezePeakDay({
        services,
        job,
        keepDays: trafficKept,
        readReport: (ctx, id) => getReadiness({ ctx, keepDays: trafficKept, input: { id } }),
      }),
    [JUDGE_EXPERIMENT]: (job) => workJudgeExperiment({ services, job, webUrl }),
    [LOAD_DEMO]: (job) =>
      workLoadDemo({
        services,
        job,
        upload: (loading) => uploadDemo(deps, loading),
        refusalOf: refusalOfDemo,
      }),
    [REMOVE_DEMO]: (job) => workRemoveDemo({ services, job }),
    [SEND_MAIL]: (job) => workMail({ job, secret, deliver }),
    [SEND_DELIVERY]: (job) => workDelivery({ services, job, secret, post: postWebhook }),
    [NOTIFY_OF_RUN]: (job) => workRunNotice({ services, job, webUrl }),
    [PROVE_LIVE]: (job) => workProveLive({ services, job, keepDays: trafficKept }),
    [WRITE_WEEKLY_MAIL]: (job) => workWeeklyMail({ services, job, secret, mailer, keepDays: trafficKept }),
  };
  return keptFiles === null ? handlers : { ...handlers, ...handlersWith(keptFiles, deps) };
}

/** One for each: a job without a handler would stay pending forever. */
type HandlersOf<Name extends JobName> = Record<Name, JobHandlers[string]>;

/** The jobs that need the store of kept files. */
type KeptFileJob = typeof REMOVE_RAW_FILE | typeof REPARSE_RUN;

/** On a local machine nobody reads mail: the links appear in the server's output. */
const printMail =
  (log: JobsLog): DeliverMail =>
  async (mail) =>
    log.warn({ mail }, "SMTP is not configured, so this mail is only logged");

const removal = z.object({ key: z.string() });

function handlersWith(
  store: KeptFileStore,
  { services, uploads, parsers, bodyLimits, room, importLimits: limits, webUrl }: Deps,
): HandlersOf<KeptFileJob> {
  return {
    async [REMOVE_RAW_FILE]({ payload }) {
      await store.remove(removal.parse(payload).key);
    },
    async [REPARSE_RUN](job) {
      const openFile = openKeptSource({ store, parsers, bodyLimits: whileThereIsRoom({ bodyLimits, room }) });
      await workReparse({ services, uploads, job, openFile, limits, webUrl });
    },
  };
}
