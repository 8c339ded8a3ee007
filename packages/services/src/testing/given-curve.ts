import { chooseCurve } from "../peak-day/choose-curve.ts";
import type { CurveFile, CurveSource } from "../peak-day/choose-curve.ts";

/** A file that has been read. */
export function given(file: CurveFile): CurveSource {
  return { choose: async (choice, day) => Promise.resolve(chooseCurve(file, choice, day)) };
}
