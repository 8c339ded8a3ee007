import type { RunDetail } from "@headroom/services";

/** What is said about the load of this run alone. */
export type StatedFields = Pick<
  RunDetail["stated"],
  "ratePerGenerator" | "generators" | "threadsPerGenerator"
>;

/** `editedAt`: when they were last changed, as this page saw them. */
export type EditedDetails = Pick<
  RunDetail,
  "notes" | "configuration" | "changed" | "environment" | "commit" | "branch" | "ciUrl" | "price" | "editedAt"
> &
  StatedFields;

export function detailsOf(detail: RunDetail): EditedDetails {
  const { notes, configuration, changed, environment, commit, branch, ciUrl, price, editedAt } = detail;
  const { ratePerGenerator, generators, threadsPerGenerator } = detail.stated;
  const load = { ratePerGenerator, generators, threadsPerGenerator };
  return { notes, configuration, changed, environment, commit, branch, ciUrl, price, editedAt, ...load };
}
