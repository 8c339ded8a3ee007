import type { ComparedRun, RunComparison } from "@headroom/contract";

/** A compared run as every guest may see it: its configuration and what was changed only if the link shows them. */
export function shownRun(run: ComparedRun, showsConfiguration: boolean): ComparedRun {
  const shown = { ...run, notes: null, price: null };
  return showsConfiguration ? shown : { ...shown, configuration: {}, changed: null };
}

type Comparability = RunComparison["comparability"][number];

export function shownComparability(
  { whatChanged, ...rest }: Comparability,
  showsConfiguration: boolean,
): Comparability {
  return showsConfiguration && whatChanged !== undefined ? { ...rest, whatChanged } : rest;
}
