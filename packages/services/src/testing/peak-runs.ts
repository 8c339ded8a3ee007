import { DAY_SECONDS } from "@headroom/core";
import type { Context } from "../context.ts";
import { saveExperiment } from "../experiment/save.ts";
import { TEST_WEB_URL as webUrl } from "./importing.ts";
import type { Importing } from "./importing.ts";
import { sampleSource } from "./sample-source.ts";
import type { Sample } from "./sample-source.ts";

const LABEL = "GET /a";

export interface TestRun {
  experiment: string;
  millis: number;
  perSecond?: number;
  seconds?: number;
  /** For so many seconds after that, one request each ten seconds. */
  deadSeconds?: number;
  /** When it began. */
  daysAgo?: number;
  startSeconds?: number;
  environment?: string;
  branch?: string;
  commit?: string;
  simulated?: boolean;
}

/** Evenly spaced requests that all take the same time. */
function evenSamples({
  millis,
  perSecond = 10,
  seconds = 300,
  deadSeconds = 0,
  daysAgo = 1,
  ...run
}: TestRun): Sample[] {
  const startMicros = (run.startSeconds ?? Math.floor(Date.now() / 1_000) - daysAgo * DAY_SECONDS) * 1e6;
  const sample = (second: number): Sample => ({
    label: LABEL,
    completedAtMicros: startMicros + Math.floor(second * 1e6) + millis * 1_000,
    latencyMicros: millis * 1_000,
  });
  return [
    ...Array.from({ length: seconds * perSecond }, (_, at) => sample(at / perSecond)),
    ...Array.from({ length: deadSeconds / 10 }, (_, at) => sample(seconds + 10 * (at + 1))),
  ];
}

/** Uploads a run of an experiment. */
export async function uploadRun(world: Importing, run: TestRun): Promise<{ id: string }> {
  const { experiment, environment, branch, commit, simulated } = run;
  const parameters = {
    experiment,
    ...(environment === undefined ? {} : { environment }),
    ...(branch === undefined ? {} : { branch }),
    ...(commit === undefined ? {} : { commit }),
    ...(simulated === true ? { simulated: "true" } : {}),
  };
  const { answer } = await world.upload(parameters, sampleSource(evenSamples(run)), {
    ctx: { ...world.ci, clock: () => new Date() },
  });
  return { id: answer.run.id };
}

/** An experiment of the service that uploads go to. */
export async function savePeakExperiment(
  world: Importing,
  experiment: string,
  change: { representsPeak?: boolean; targets?: string[]; owner?: string; ctx?: Context } = {},
): Promise<string> {
  const { ctx = world.home.owner, representsPeak = true, targets = ["p99 <= 200 ms"], owner } = change;
  const body = {
    service: "Checkout",
    experiment,
    representsPeak,
    targets,
    ...(owner === undefined ? {} : { owner }),
  };
  return (await saveExperiment({ ctx, input: { body, webUrl } })).experiment.id;
}
