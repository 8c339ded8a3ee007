import { CURVE_UNITS } from "@headroom/core";
import type { CurveUnit } from "@headroom/core";
import type { CliEnv } from "../env.ts";
import { parseOptions, usageError } from "../run-arguments.ts";
import { readServiceArguments, SERVICE_OPTIONS } from "../service-arguments.ts";
import type { ServiceArguments } from "../service-arguments.ts";

export type PeakDayArguments = ServiceArguments &
  (
    | { action: "list"; service: string | undefined }
    | {
        action: "import";
        id: string;
        /** "-": standard input. */
        file: string;
        unit: CurveUnit | undefined;
        series: string | undefined;
        preview: boolean;
      }
  );

const text = { type: "string" } as const;
const OPTIONS = {
  ...SERVICE_OPTIONS,
  service: text,
  unit: text,
  series: text,
  preview: { type: "boolean", default: false },
} as const;

export function readPeakDayArguments(args: readonly string[], env: CliEnv): PeakDayArguments {
  const { values, positionals } = parseOptions(args, OPTIONS);
  const [action, id, file, ...more] = positionals;
  const { service, series, preview } = values;
  const shared = readServiceArguments(values, env);
  if (action === "list") return { ...shared, action, service };
  if (action !== "import") throw usageError("Use headroom peak-day list, or headroom peak-day import.");
  if (id === undefined || file === undefined || more.length > 0)
    throw usageError("Give the peak day's ID and one file: headroom peak-day import ID FILE.");
  return { ...shared, action, id, file, unit: readUnit(values.unit), series, preview };
}

function readUnit(given: string | undefined): CurveUnit | undefined {
  if (given === undefined) return undefined;
  const unit = CURVE_UNITS.find((one) => one === given);
  if (unit === undefined) throw usageError(`--unit must be one of ${CURVE_UNITS.join(", ")}.`);
  return unit;
}
