export interface SelectedRun {
  id: string;
  /** "run 46", or with its experiment where a list has several. */
  name: string;
  /** As an ISO instant. */
  ranAt: string;
  isBaseline: boolean;
}

/**
 * The first run of a comparison is what the others are compared with: the baseline, else the oldest, whatever was
 * ticked first. Of several baselines none is it.
 */
export function comparedOrder(runs: readonly SelectedRun[]): string[] {
  const isOnly = runs.filter(({ isBaseline }) => isBaseline).length === 1;
  const rankOf = ({ isBaseline }: SelectedRun) => (isOnly && isBaseline ? 0 : 1);
  return runs
    .toSorted((a, b) => rankOf(a) - rankOf(b) || Date.parse(a.ranAt) - Date.parse(b.ranAt))
    .map(({ id }) => id);
}
