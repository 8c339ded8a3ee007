import type { Demo, DemoRun } from "./demo-run.ts";
import { postRun, saveExperiment, type Destination, type PostedRun } from "./post-demo.ts";

/** Experiments that are uploaded concurrently. The runs of each are uploaded in order, so their numbers are, too. */
const AT_ONCE = 3;

/** Uploads a demo through the public API. What is already there is answered again, so a failed seed resumes. */
export async function seed(
  { experiments, runs }: Demo,
  to: Destination,
  onRun: (run: DemoRun, posted: PostedRun) => void,
): Promise<void> {
  for (const experiment of experiments) await saveExperiment(experiment, to);
  const chains = Map.groupBy(runs, ({ service, experiment }) => `${service}\n${experiment}`);
  // The longest first, so that nothing waits for it at the end.
  const waiting = [...chains.values()].toSorted((a, b) => b.length - a.length);
  const work = async () => {
    for (let chain = waiting.shift(); chain !== undefined; chain = waiting.shift()) {
      for (const run of chain) onRun(run, await postRun(run, to));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}
