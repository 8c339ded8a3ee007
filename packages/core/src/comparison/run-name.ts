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
