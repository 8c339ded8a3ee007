import { HeadroomError } from "@headroom/core";
import type { WorkspaceTx } from "@headroom/db";
import { slugOf } from "@headroom/contract";

/** The slug of a name, if no other experiment of the service uses it. */
export async function requireFreeName(
  tx: WorkspaceTx,
  { serviceId, name, except }: { serviceId: string; name: string; except: string | null },
): Promise<string> {
  const slug = slugOf(name, "experiment");
  const taken = await tx.prisma.experiment.findFirst({
    where: {
      serviceId,
      deletedAt: null,
      // An experiment that an upload started and hasn't published doesn't occupy its name.
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
