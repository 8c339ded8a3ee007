import type { ComparedRun, RunComparison } from "@headroom/contract";

/** What a link shows beside the figures of its runs. */
export interface Shows {
  showsConfiguration: boolean;
  showsCommits: boolean;
}

/** A compared run as every guest may see it: its configuration, what was changed and its commit only if the link shows them. */
export function shownRun(run: ComparedRun, { showsConfiguration, showsCommits }: Shows): ComparedRun {
  return {
    ...run,
    notes: null,
    price: null,
    ...(showsConfiguration ? {} : { configuration: {}, changed: null }),
    ...(showsCommits ? {} : NO_COMMIT),
  };
}

export const NO_COMMIT = { commit: null, branch: null };

type Comparability = RunComparison["comparability"][number];

export function shownComparability(
  { whatChanged, ...rest }: Comparability,
  { showsConfiguration }: Pick<Shows, "showsConfiguration">,
): Comparability {
  return showsConfiguration && whatChanged !== undefined ? { ...rest, whatChanged } : rest;
}
