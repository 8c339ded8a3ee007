import type { RampAnswer, UslAnswer } from "@headroom/contract";
import type { RampCapacity, RampLoad } from "@headroom/core";
import { readUsl } from "./read-usl.ts";

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
      load,
      throughput,
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
