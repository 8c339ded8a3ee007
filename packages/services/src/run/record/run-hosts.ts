import { gridOfSteps, joinHosts, Sketch } from "@headroom/core";
import type { HostTotals } from "@headroom/core";
import type { RunAnswer } from "@headroom/contract";
import { readPartHosts } from "@headroom/db";
import type { RunModel, WorkspaceTx } from "@headroom/db";
import { storedSummary } from "./stored.ts";

/** Of a part that was just read, whose sketches don't know their tool's rounding yet. */
export interface KnownHosts {
  hosts: readonly HostTotals[];
  resolutionMicros: number;
}

/** What the run sent to each tested host, over all of its parts. `known`: of its only part. */
export async function readRunHosts(
  tx: WorkspaceTx,
  { id, summary }: Pick<RunModel, "id" | "summary">,
  known?: KnownHosts,
): Promise<RunAnswer["hosts"]> {
  const hosts = joinHosts(known === undefined ? await readPartHosts(tx, id) : [onGrid(known)]);
  const all = hosts.reduce((sum, { latencies }) => sum + latencies.count, 0);
  const tellsErrors = storedSummary(summary)?.errors !== null;
  return hosts.map((totals) => hostAnswer(totals, { all, tellsErrors }));
}

function onGrid({ hosts, resolutionMicros }: KnownHosts): HostTotals[] {
  const grid = gridOfSteps([resolutionMicros]);
  return hosts.map((of) => ({ ...of, latencies: Sketch.decodeRest(of.latencies.encode(), grid) }));
}

function hostAnswer(
  { host, errors, latencies }: HostTotals,
  { all, tellsErrors }: { all: number; tellsErrors: boolean },
): RunAnswer["hosts"][number] {
  const requests = latencies.count;
  const millis = (q: number) => {
    const micros = latencies.quantile(q);
    return micros === null ? null : micros / 1_000;
  };
  return {
    host,
    requests,
    share: requests / all,
    errors: tellsErrors ? errors : null,
    meanMs: latencies.sum / requests / 1_000,
    latencyMs: { p50: millis(0.5), p95: millis(0.95), p99: millis(0.99) },
  };
}
