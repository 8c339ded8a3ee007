import { CURVE_PARTS, ERROR_UNITS, P99_UNITS } from "@headroom/contract";
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
        /** Further parameters of the request, as they were given. */
        more: Readonly<Record<string, string>>;
        preview: boolean;
      }
  );

const text = { type: "string" } as const;
const OPTIONS = {
  ...SERVICE_OPTIONS,
  service: text,
  unit: text,
  series: text,
  of: text,
  p99: text,
  "p99-unit": text,
  errors: text,
  "errors-unit": text,
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
  return { ...shared, action, id, file, unit: readUnit(values.unit), series, more: moreOf(values), preview };
}

function moreOf(values: Readonly<Record<string, unknown>>): Record<string, string> {
  const given = {
    of: choice(values["of"], { option: "of", choices: CURVE_PARTS }),
    p99: values["p99"],
    p99Unit: choice(values["p99-unit"], { option: "p99-unit", choices: P99_UNITS }),
    errors: values["errors"],
    errorsUnit: choice(values["errors-unit"], { option: "errors-unit", choices: ERROR_UNITS }),
  };
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])),
  );
}

function readUnit(given: string | undefined): CurveUnit | undefined {
  return choice(given, { option: "unit", choices: CURVE_UNITS });
}

function choice<Choice extends string>(
  given: unknown,
  { option, choices }: { option: string; choices: readonly Choice[] },
): Choice | undefined {
  if (given === undefined) return undefined;
  const found = choices.find((one) => one === given);
  if (found === undefined) throw usageError(`--${option} must be one of ${choices.join(", ")}.`);
  return found;
}
