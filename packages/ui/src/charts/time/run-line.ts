import { letterLook } from "../../components/status/letter-look.ts";
import type { TimeLine } from "../model/time-model.ts";

/** From the ninth run on, colours repeat with a dash, so that no two lines look the same. */
const DASH_FROM = 8;

/** How the line of a compared run looks: letters and colours stay with a run's position. */
export function runLine(position: number): Pick<TimeLine, "name" | "color" | "width" | "strong" | "dash"> {
  const { letter, color } = letterLook(position);
  return {
    name: letter,
    color,
    width: position === 1 ? 2.2 : 1.7,
    strong: position === 1,
    ...dashOf(position),
  };
}

export function dashOf(position: number): { dash?: string } {
  if (position < DASH_FROM) return {};
  return { dash: position < DASH_FROM * 2 ? "6 3" : "2 2" };
}
