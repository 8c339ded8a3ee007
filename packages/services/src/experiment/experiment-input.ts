import type { ExperimentFields } from "@headroom/contract";

/** The same as columns of the experiment table. */
export function columnsOf({ targets: _apart, distinctRequests, ...fields }: ExperimentFields) {
  return { ...fields, distinctRequests: distinctRequests === null ? null : BigInt(distinctRequests) };
}
