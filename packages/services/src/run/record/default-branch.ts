import type { WorkspaceTx } from "@headroom/db";
import { readSettings } from "../../workspace/settings.ts";

/** Where nobody says which branch is the default one. */
const USUAL = ["main", "master"];

/** The names of an experiment's default branch: its own, or the workspace's. */
export async function defaultBranchesOf(
  tx: WorkspaceTx,
  { workspaceId, experimentId }: { workspaceId: string; experimentId: string },
): Promise<readonly string[]> {
  const own = await tx.prisma.experiment.findUniqueOrThrow({
    where: { id: experimentId },
    select: { defaultBranch: true },
  });
  const name = own.defaultBranch ?? (await readSettings(tx, workspaceId)).defaultBranch;
  return name === null ? USUAL : [name];
}

/** As runs may say them: CI systems check out a remote's branch. */
export function spelledBranches(names: readonly string[]): string[] {
  return names.flatMap((name) => [name, `origin/${name}`]);
}
