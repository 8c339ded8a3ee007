import type { Demo, DemoRun } from "./demo-run.ts";
import { postRun, saveExperiment } from "./post-demo.ts";
import type { Destination, PostedRun } from "./post-demo.ts";
import { saveGamedays } from "./post-gamedays.ts";
import { acceptRisk, savePeakDays } from "./post-readiness.ts";

/** Experiments that are uploaded concurrently. The runs of each are uploaded in order, so their numbers are, too. */
const AT_ONCE = 3;

/** Uploads a demo through the public API. What is already there is answered again, so a failed seed resumes. */
export async function seed(
  { experiments, runs, peakDays, risks, gamedays }: Demo,
  to: Destination,
  onRun: (run: DemoRun, posted: PostedRun) => void,
): Promise<void> {
  for (const experiment of experiments) await saveExperiment(experiment, to);
  const chains = Map.groupBy(runs, ({ service, experiment }) => `${service}\n${experiment}`);
  // The longest first, so that nothing waits for it at the end.
  const waiting = [...chains.values()].toSorted((a, b) => b.length - a.length);
  const days = await savePeakDays(peakDays, to);
  const work = async () => {
    for (let chain = waiting.shift(); chain !== undefined; chain = waiting.shift()) {
      for (const run of chain) {
        const posted = await postRun(run, to);
        for (const risk of risks.filter((one) => nameOf(one.run) === nameOf(run)))
          await acceptRisk(risk, posted.run.id, to);
        onRun(run, posted);
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  await saveGamedays(gamedays, days, to);
}

function nameOf({ service, experiment, key }: Pick<DemoRun, "service" | "experiment" | "key">): string {
  return `${service}, ${experiment}, ${key}`;
}
