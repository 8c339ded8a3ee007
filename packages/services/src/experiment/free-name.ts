import { HeadroomError } from "@headroom/core";
import type { WorkspaceTx } from "@headroom/db";
import { slugOf } from "../slug.ts";

/** The slug of a name that no other experiment of the service answers to. */
export async function requireFreeName(
  tx: WorkspaceTx,
  { serviceId, name, except }: { serviceId: string; name: string; except: string | null },
): Promise<string> {
  const slug = slugOf(name, "experiment");
  const taken = await tx.prisma.experiment.findFirst({
    where: {
      serviceId,
      deletedAt: null,
      // What an upload has begun and not shown yet is nobody's name.
      provisional: false,
      OR: [{ slug }, { name }],
      ...(except === null ? {} : { NOT: { id: except } }),
    },
    select: { name: true },
  });
  if (taken === null) return slug;
  throw new HeadroomError("conflict", `The service already has an experiment named "${taken.name}".`, {
    field: "name",
    hint: "Choose another name, or open that experiment.",
  });
}
