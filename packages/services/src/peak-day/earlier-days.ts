import type { PeakDayFields } from "@headroom/contract";
import { HeadroomError } from "@headroom/core";
import type { ServiceDayModel, WorkspaceTx } from "@headroom/db";
import { isUuid } from "../uuid.ts";
import { refusal } from "./peak-day-input.ts";

export type GivenEarlier = PeakDayFields["earlier"];

/** Earlier days belong to the same service, and are over before the peak day starts. */
export async function checkEarlier(
  tx: WorkspaceTx,
  { peakDayId, serviceId, startsAt }: Pick<ServiceDayModel, "peakDayId" | "serviceId" | "startsAt">,
  given: GivenEarlier,
): Promise<void> {
  if (new Set(given.map((one) => one.id)).size !== given.length)
    throw refusal("earlier", "An earlier peak day can be chosen only once.");
  if (given.some(({ growthLow, growthHigh }) => growthLow > growthHigh))
    throw refusal("earlier", "The lower end of the expected growth is above its upper end.");
  const ids = given.map((one) => one.id).filter((one) => isUuid(one) && one !== peakDayId);
  const found = await tx.prisma.serviceDay.findMany({ where: { peakDayId: { in: ids }, serviceId } });
  if (found.length !== given.length)
    throw new HeadroomError("not-found", "An earlier peak day was not found.", {
      field: "earlier",
      hint: "Choose earlier peak days of the same service.",
    });
  if (found.some(({ endsAt }) => endsAt > startsAt))
    throw refusal("earlier", "An earlier peak day must be over before this one starts.");
}

/** Whether anything changed. */
export async function storeEarlier(
  tx: WorkspaceTx,
  { workspaceId, id }: Pick<ServiceDayModel, "workspaceId" | "id">,
  given: GivenEarlier,
): Promise<boolean> {
  const before = await tx.prisma.serviceDayEarlier.findMany({ where: { serviceDayId: id } });
  const key = (one: { id: string; growthLow: number; growthHigh: number }) =>
    [one.id, one.growthLow, one.growthHigh].join(" ");
  const known = before.map(({ earlierId, ...growth }) => key({ id: earlierId, ...growth }));
  if (known.toSorted().join() === given.map(key).toSorted().join()) return false;
  await tx.prisma.serviceDayEarlier.deleteMany({ where: { serviceDayId: id } });
  await tx.prisma.serviceDayEarlier.createMany({
    data: given.map(({ id: earlierId, ...growth }) => ({
      workspaceId,
      serviceDayId: id,
      earlierId,
      ...growth,
    })),
  });
  return true;
}
