import type { RampAnswer, UslAnswer } from "@headroom/contract";
import type { RampCapacity, RampLoad } from "@headroom/core";
import { fitUsl, type LoadObservation } from "@headroom/core/usl";

/** Enough for a smooth line. */
const DRAWN = 48;

/** The scalability law over the levels of a ramp, up to where the service broke: a broken service follows no law. */
export function uslOfRamp(
  { curve, breaking, most }: RampCapacity,
  of: RampLoad,
  random: () => number,
): RampAnswer["usl"] {
  if (of !== "users") return { problem: "The scalability law is about users, and this ramp has none." };
  const whole = curve.filter(({ load }) => breaking === null || load <= breaking.heldAt);
  const law = readUsl(
    whole.map(({ load, throughput, fromSeconds, toSeconds }) => ({
      ...{ load, throughput },
      weight: (toSeconds - fromSeconds) / (throughput + most.throughput / 10),
    })),
    random,
  );
  return breaking === null || "problem" in law ? law : withinMeasured(law);
}

/** Higher loads were tried and broke the service, whatever the law makes of the lower ones. */
function withinMeasured(law: UslAnswer): UslAnswer {
  const limit = law.measured.to;
  const peak = law.peak?.measured === true ? law.peak : null;
  return { ...law, limit, peak, curve: law.curve.filter(({ load }) => load <= limit) };
}

/** The law and its curve as pages draw it. */
function readUsl(
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
