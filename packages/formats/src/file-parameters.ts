import { HeadroomError, TimeZone } from "@headroom/core";
import type { FileParameter, Format, ParseOptions } from "./parser.ts";

const WHY: Record<FileParameter, string> = {
  timestamps: "Its tool always writes the same moment of a request",
  unit: "Its latencies have a known unit",
  zone: "Its times include their zone, or count from a fixed moment",
};

/** Refuses what an uploader says about a file that is read the same without it. */
export function refuseUnused(
  { title, takes = [] }: Pick<Format, "title" | "takes">,
  options: ParseOptions,
): void {
  for (const name of ["timestamps", "unit", "zone"] as const) {
    if (options[name] === undefined || takes.includes(name)) continue;
    throw new HeadroomError(
      "parameter-unused",
      `${name}= doesn't apply to this file: ${title}. ${WHY[name]}.`,
      {
        field: name,
        fieldMessage: `Doesn't apply to this file. ${WHY[name]}.`,
        hint: `Leave out ${name}=.`,
      },
    );
  }
}

/** Throws `zone-unknown`. */
export function requireZone(name: string): void {
  new TimeZone(name).offset(0);
}
