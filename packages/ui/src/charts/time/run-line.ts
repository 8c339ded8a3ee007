import { runLook } from "../../components/status/run-look.ts";
import type { TimeLine } from "../model/time-model.ts";

/** From the ninth run on, colours repeat with a dash, so that no two lines look the same. */
const DASH_FROM = 8;
const MAX_END_NAME = 14;

/** How the line of a compared run looks: its colour stays with its position. */
export function runLine(
  position: number,
  name: string,
): Pick<TimeLine, "name" | "color" | "width" | "strong" | "dash"> {
  const { color } = runLook(position);
  return {
    name: endName(name),
    color,
    width: position === 1 ? 2.2 : 1.7,
    strong: position === 1,
    ...dashOf(position),
  };
}

/** "run 46"; what two experiments' runs of one number are called is longer than the room at the end of a line. */
function endName(name: string): string {
  return name.length > MAX_END_NAME ? `${name.slice(0, MAX_END_NAME - 1)}\u2026` : name;
}

/** The name of a run as part of a field's name in a file: "run_46". */
export function fieldName(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, "_");
}

export function dashOf(position: number): { dash?: string } {
  if (position < DASH_FROM) return {};
  return { dash: position < DASH_FROM * 2 ? "6 3" : "2 2" };
}
