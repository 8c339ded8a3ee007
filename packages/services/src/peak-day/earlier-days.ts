import type { PeakDayFields } from "@headroom/contract";
import { HeadroomError } from "@headroom/core";
import type { PeakDayModel, WorkspaceTx } from "@headroom/db";
import { isUuid } from "../uuid.ts";
import { refusal } from "./peak-day-input.ts";

export type GivenEarlier = PeakDayFields["earlier"];

/** Earlier days belong to the same service, and are over before the peak day starts. */
export async function checkEarlier(
  tx: WorkspaceTx,
  { id, serviceId, startsAt }: Pick<PeakDayModel, "id" | "serviceId" | "startsAt">,
  given: GivenEarlier,
): Promise<void> {
  if (new Set(given.map((one) => one.id)).size !== given.length)
    throw refusal("earlier", "An earlier peak day can be chosen only once.");
  if (given.some(({ growthLow, growthHigh }) => growthLow > growthHigh))
    throw refusal("earlier", "The lower end of the expected growth is above its upper end.");
  const ids = given.map((one) => one.id).filter((one) => isUuid(one) && one !== id);
  const found = await tx.prisma.peakDay.findMany({ where: { id: { in: ids }, serviceId } });
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
  { workspaceId, id }: { workspaceId: string; id: string },
  given: GivenEarlier,
): Promise<boolean> {
  const before = await tx.prisma.peakDayEarlier.findMany({ where: { peakDayId: id } });
  const key = (one: { id: string; growthLow: number; growthHigh: number }) =>
    [one.id, one.growthLow, one.growthHigh].join(" ");
  const known = before.map(({ earlierId, ...growth }) => key({ id: earlierId, ...growth }));
  if (known.toSorted().join() === given.map(key).toSorted().join()) return false;
  await tx.prisma.peakDayEarlier.deleteMany({ where: { peakDayId: id } });
  await tx.prisma.peakDayEarlier.createMany({
    data: given.map(({ id: earlierId, ...growth }) => ({ workspaceId, peakDayId: id, earlierId, ...growth })),
  });
  return true;
}
