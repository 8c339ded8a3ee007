import type { Demo, DemoExperiment, DemoPeakDay, DemoRun } from "./demo-run.ts";
import { postRun, saveExperiment } from "./post-demo.ts";
import type { Destination, PostedRun } from "./post-demo.ts";
import { saveGamedays } from "./post-gamedays.ts";
import { acceptRisk, savePeakDays } from "./post-readiness.ts";

const AT_ONCE = 3;

interface Chain {
  experiment: DemoExperiment;
  runs: readonly DemoRun[];
}

interface SeedOptions {
  /** How many experiments are uploaded concurrently. The runs of each are uploaded in order, so their numbers are, too. */
  atOnce?: number;
  /** Makes a run's file elsewhere. */
  fileOf?: (run: DemoRun) => Promise<string>;
}

/** Uploads a demo through the public API. What is already there is answered again, so a failed seed resumes. */
export async function seed(
  demo: Demo,
  to: Destination,
  onRun: (run: DemoRun, posted: PostedRun) => void | Promise<void>,
  { atOnce = AT_ONCE, fileOf }: SeedOptions = {},
): Promise<void> {
  const { experiments, runs, risks, gamedays } = demo;
  const days = new PeakDays(demo, to);
  const runsOf = Map.groupBy(runs, nameOf);
  const chains = experiments.map((experiment) => ({
    experiment,
    runs: runsOf.get(nameOf(experiment)) ?? [],
  }));
  // Beside others, the longest first, so that nothing waits for it at the end. Then what is published: small files, for the first story.
  const [longest, ...others] = chains.toSorted((a, b) => b.runs.length - a.runs.length);
  const isPublished = ({ runs: [first] }: Chain) => Number(first?.data === "published");
  const waiting = others.toSorted((a, b) => isPublished(b) - isPublished(a));
  if (longest !== undefined) {
    if (atOnce > 1) waiting.unshift(longest);
    else waiting.push(longest);
  }
  const work = async () => {
    for (let chain = waiting.shift(); chain !== undefined; chain = waiting.shift()) {
      // Not before its runs, so that nobody who looks meanwhile sees experiments without any.
      await saveExperiment(chain.experiment, to);
      await days.save(chain.experiment.service);
      for (const run of chain.runs) {
        const posted = await postRun(run, fileOf === undefined ? run.file() : await fileOf(run), to);
        for (const risk of risks.filter((one) => one.run.key === run.key && nameOf(one.run) === nameOf(run)))
          await acceptRisk(risk, posted.run.id, to);
        await onRun(run, posted);
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  await saveGamedays(gamedays, days.ids, to);
}

/** The peak days of a service, which needs an experiment first. */
class PeakDays {
  readonly ids = new Map<DemoPeakDay, string>();
  readonly #waiting: Map<string, DemoPeakDay[]>;
  readonly #to: Destination;

  constructor({ peakDays }: Demo, to: Destination) {
    this.#waiting = Map.groupBy(peakDays, ({ service }) => service);
    this.#to = to;
  }

  async save(service: string): Promise<void> {
    const days = this.#waiting.get(service) ?? [];
    this.#waiting.delete(service);
    for (const [day, id] of await savePeakDays(days, this.#to)) this.ids.set(day, id);
  }
}

function nameOf({ service, experiment }: Pick<DemoExperiment, "service" | "experiment">): string {
  return `${service}\n${experiment}`;
}
