import { holdRunInExperiment } from "@headroom/db";
import type { RunModel, WorkspaceTx } from "@headroom/db";

/** Locks a run and its experiment. `read` finds the run or throws. Returns the run as it is once locked. */
export async function holdRunRow(tx: WorkspaceTx, read: () => Promise<RunModel>): Promise<RunModel> {
  const { id } = await read();
  await holdRunInExperiment(tx, id);
  return read();
}
