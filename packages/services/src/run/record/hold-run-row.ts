import { holdExperiment, holdRun } from "@headroom/db";
import type { RunModel, WorkspaceTx } from "@headroom/db";

/**
 * Locks a run and its experiment in the same order as uploads, which hold both while they publish. `read` finds the run or
 * throws. Returns the run as it is once locked.
 */
export async function holdRunRow(tx: WorkspaceTx, read: () => Promise<RunModel>): Promise<RunModel> {
  const { id, experimentId } = await read();
  await holdExperiment(tx, experimentId);
  await holdRun(tx, id);
  return read();
}
