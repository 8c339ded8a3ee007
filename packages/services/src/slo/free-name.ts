import { HeadroomError } from "@headroom/core";
import type { WorkspaceTx } from "@headroom/db";

export async function requireFreeName(
  tx: WorkspaceTx,
  { id, serviceId, name }: { id: string; serviceId: string; name: string },
): Promise<void> {
  const taken = await tx.prisma.slo.count({ where: { serviceId, name, id: { not: id } } });
  if (taken === 0) return;
  const message = `The service already has an SLO named "${name}".`;
  throw new HeadroomError("conflict", message, {
    field: "name",
    fieldMessage: message,
    hint: "Use another name.",
  });
}
