interface NamedRun {
  number: number;
  experiment: { name: string };
  service: { name: string };
}

/** What a compared run is called: "run 46", or "run 1 of Checkout mix" where several runs have its number. */
export function comparedName(run: NamedRun, runs: readonly NamedRun[]): string {
  const alike = runs.filter(({ number }) => number === run.number);
  if (alike.length < 2) return `run ${run.number}`;
  const isOnly = alike.filter(({ experiment }) => experiment.name === run.experiment.name).length === 1;
  const of = `run ${run.number} of ${run.experiment.name}`;
  return isOnly ? of : `${of} (${run.service.name})`;
}

/** The compared runs in the title of their page: "Run 31 → 46: Nightly search", "11 runs of Nightly search". */
export function comparisonTitle(runs: readonly NamedRun[], isLevel = false): string {
  const [run, second, ...more] = runs;
  if (run === undefined) return "Comparison";
  const { name } = run.experiment;
  if (second === undefined) return `Run ${run.number}: ${name}`;
  if (isOneExperiment(runs))
    return more.length > 0 ? `${runs.length} runs of ${name}` : `${pairOf(run, second, isLevel)}: ${name}`;
  if (more.length > 0) {
    const experiments = new Set(runs.map(({ experiment, service }) => `${service.name}\n${experiment.name}`));
    return `${runs.length} runs of ${experiments.size} experiments`;
  }
  return `Run ${run.number} of ${name} → run ${second.number} of ${second.experiment.name}`;
}

/** Beneath their experiment: "Run 31 → 46", "11 runs". */
export function comparisonCrumb(runs: readonly NamedRun[], isLevel = false): string {
  const [run, second, ...more] = runs;
  if (run === undefined || second === undefined) return "Comparison";
  return more.length > 0 ? `${runs.length} runs` : pairOf(run, second, isLevel);
}

export function isOneExperiment([run, ...others]: readonly NamedRun[]): boolean {
  return others.every(
    ({ experiment, service }) =>
      experiment.name === run?.experiment.name && service.name === run.service.name,
  );
}

function pairOf(run: NamedRun, second: NamedRun, isLevel: boolean): string {
  return isLevel ? `Level → run ${second.number}` : `Run ${run.number} → ${second.number}`;
}
