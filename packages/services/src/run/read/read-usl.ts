import type { UslAnswer } from "@headroom/contract";
import { fitUsl } from "@headroom/core/usl";
import type { LoadObservation } from "@headroom/core/usl";

/** Enough for a smooth line. */
const DRAWN = 48;

/** The fitted scalability law with the curve that pages draw, or why it can't be fitted. */
export function readUsl(
  observations: readonly LoadObservation[],
  random: () => number,
): UslAnswer | { problem: string } {
  const result = fitUsl(observations, random);
  if ("problem" in result) return result;
  const { fit } = result;
  const [from, to] = [fit.measured.from, fit.doubt === null ? fit.limit : fit.measured.to];
  const loads = Array.from({ length: DRAWN + 1 }, (_, at) => from + ((to - from) * at) / DRAWN);
  return {
    ...fit,
    curve: loads.flatMap((load) => {
      const predicted = result.predict(load);
      return "refused" in predicted ? [] : [{ load, ...predicted }];
    }),
  };
}
