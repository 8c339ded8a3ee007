import type { Warning } from "@headroom/core";
import type { WorkspaceTx } from "@headroom/db";

/** The part whose file is parsed again, as far as publishing its next revision needs to know. */
export interface Reparsed {
  partId: string;
  reparseId: string;
  generator: string;
  /** Whether the warning about the same file in another run was already given. */
  sameFile: Warning[];
}

/** Thrown in the publishing transaction: the generator has sent another file since, and that one counts. */
export class Overtaken extends Error {}

/** In the publishing transaction: the file now belongs to the next revision. */
export async function takeOverFile(tx: WorkspaceTx, { partId }: Reparsed): Promise<void> {
  const where = { id: partId, state: "published" };
  const { count } = await tx.prisma.part.updateMany({ where, data: { rawFileKey: null } });
  if (count === 0) throw new Overtaken("the part was replaced in the meantime");
}
