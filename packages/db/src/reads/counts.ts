/** Whether a run counts for its service, in SQL: it is of its experiment's default branch, or of none, or no run is. */
export function counts(run: string, experiment: string): string {
  return `(${experiment}.counting_branches = '{}' or ${run}.branch is null or ${run}.branch = any(${experiment}.counting_branches))`;
}

/** The branch of a run that doesn't count for its service, in SQL; null: it counts. */
export function otherBranch(run: string, experiment: string): string {
  return `case when not ${counts(run, experiment)} then ${run}.branch end`;
}
