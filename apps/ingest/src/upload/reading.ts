import { HeadroomError, labelFilterOf } from "@headroom/core";
import type { LabelFilter } from "@headroom/core";
import { importParameters } from "@headroom/contract";
import { columnMapping, parseJson, requireZone } from "@headroom/formats";
import type { ColumnMapping, ParseOptions } from "@headroom/formats";

/** How to read a file, as far as the uploader says. */
export interface Reading {
  /** A tool or a format; "auto" decides by the first bytes. */
  tool: string;
  mapping: ColumnMapping | null;
  options: Pick<ParseOptions, "timestamps" | "zone" | "load" | "unit">;
  /** Labels that don't count; null: all do. */
  labelFilter: LabelFilter | null;
  /** Whether parameters that make no difference are refused, as they are when a file arrives. */
  refusesUnused: boolean;
}

const NOTHING_SAID: Reading = {
  tool: "auto",
  mapping: null,
  options: {},
  labelFilter: null,
  refusesUnused: true,
};

const reading = importParameters.pick({
  tool: true,
  timestamps: true,
  zone: true,
  load: true,
  unit: true,
  mapping: true,
  "only-label": true,
  "except-label": true,
});

/** The verb checks whether the other values are valid. */
export function readingOf(query: unknown): Reading {
  const given: Record<string, unknown> = typeof query === "object" && query !== null ? { ...query } : {};
  const read = reading.strip().safeParse(given);
  if (!read.success) return NOTHING_SAID;
  const { tool, timestamps, zone, load, unit, mapping } = read.data;
  if (zone !== undefined) requireZone(zone);
  return {
    tool: tool.toLowerCase(),
    mapping: mapping === undefined ? null : readMapping(mapping),
    options: {
      ...(timestamps === undefined ? {} : { timestamps }),
      ...(zone === undefined ? {} : { zone }),
      ...(load === undefined ? {} : { load }),
      ...(unit === undefined ? {} : { unit }),
    },
    labelFilter: labelFilterOf(read.data["only-label"], read.data["except-label"]),
    refusesUnused: true,
  };
}

function readMapping(text: string): ColumnMapping {
  const read = columnMapping.safeParse(jsonOf(text));
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const where = issue === undefined || issue.path.length === 0 ? "" : ` at ${issue.path.join(".")}`;
  throw new HeadroomError(
    "parameter-unreadable",
    `The mapping is invalid${where}: ${issue?.message ?? ""}.`,
    {
      field: "mapping",
      hint: "docs/mapping.md describes the fields.",
    },
  );
}

function jsonOf(text: string): unknown {
  try {
    return parseJson(text);
  } catch (cause) {
    throw new HeadroomError("parameter-unreadable", "The mapping is not valid JSON.", {
      field: "mapping",
      cause,
    });
  }
}
