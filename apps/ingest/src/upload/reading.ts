import { importParameters } from "@headroom/contract";
import type { ParseOptions } from "@headroom/formats";

/** How a file is to be read, as far as the uploader says. */
export interface Reading extends Pick<ParseOptions, "timestamps" | "unit"> {
  /** A tool or a format; "auto" leaves the choice to the first bytes. */
  tool: string;
}

const reading = importParameters.pick({ tool: true, timestamps: true, unit: true });

/** Whether the values are any at all is for the verb to say. */
export function readingOf(query: unknown): Reading {
  const given: Record<string, unknown> = typeof query === "object" && query !== null ? { ...query } : {};
  const read = reading.strip().safeParse(given);
  if (!read.success) return { tool: "auto" };
  const { tool, timestamps, unit } = read.data;
  return {
    tool: tool.toLowerCase(),
    ...(timestamps === undefined ? {} : { timestamps }),
    ...(unit === undefined ? {} : { unit }),
  };
}
