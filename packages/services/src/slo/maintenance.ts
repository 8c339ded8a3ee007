import type { SloStatus } from "@headroom/contract";
import { leftOutOfBudget } from "@headroom/core";
import type { WorkspaceTx } from "@headroom/db";

/** Epoch seconds. */
export interface Seconds {
  from: number;
  to: number;
}

/** Maintenance that the budget leaves out. */
export interface LeftOut extends Seconds {
  title: string;
  /** It was entered, or its times were changed, after it had begun. */
  enteredLater: boolean;
}

/** What of a stretch is left out, in order of time. */
export async function readLeftOut(
  tx: WorkspaceTx,
  serviceId: string,
  { from, to }: Seconds,
): Promise<LeftOut[]> {
  const found = await tx.prisma.serviceEvent.findMany({
    where: {
      serviceId,
      at: { lt: new Date(to * 1_000) },
      untilAt: { gt: new Date(from * 1_000) },
    },
    orderBy: [{ at: "asc" }, { id: "asc" }],
  });
  return found.flatMap(({ title, at, untilAt, updatedAt }) => {
    if (untilAt === null) return [];
    const whole = leftOutOfBudget({ from: at.getTime() / 1_000, to: untilAt.getTime() / 1_000 });
    if (whole === null || whole.from >= to || whole.to <= from) return [];
    return [{ ...whole, title, enteredLater: updatedAt > at }];
  });
}

/** As the API and pages show it. */
export function answerLeftOut(leftOut: readonly LeftOut[]): SloStatus["maintenance"] {
  const at = (second: number) => new Date(second * 1_000).toISOString();
  return leftOut.map(({ from, to, title, enteredLater }) => ({
    title,
    from: at(from),
    to: at(to),
    enteredLater,
  }));
}
