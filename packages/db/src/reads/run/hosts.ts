import { gridOfSteps, Sketch } from "@headroom/core";
import type { HostTotals } from "@headroom/core";
import type { WorkspaceTx } from "../../workspace-tx.ts";

interface Row {
  part_id: string;
  host: string | null;
  errors: number;
  latencies: Uint8Array;
  latency_resolution_us: number;
}

/** What was sent to each tested host, by each part of a run that counts. */
export async function readPartHosts(tx: WorkspaceTx, runId: string): Promise<HostTotals[][]> {
  const rows = await tx.query<Row>(
    `select h.part_id, h.host, h.errors, h.latencies, p.latency_resolution_us
     from part p join part_host h on h.part_id = p.id
     where p.run_id = $1 and p.state = 'published'
     order by p.id, h.place`,
    [runId],
  );
  const byPart = Map.groupBy(rows, ({ part_id }) => part_id);
  return [...byPart.values()].map((hosts) =>
    hosts.map(({ host, errors, latencies, latency_resolution_us: step }) => ({
      host,
      errors,
      latencies: Sketch.decodeRest(latencies, gridOfSteps([step])),
    })),
  );
}
