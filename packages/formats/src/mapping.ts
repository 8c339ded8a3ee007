import { z } from "zod";

const column = z
  .union([z.string().min(1).max(200), z.int().min(1).max(10_000)])
  .describe(
    "A column, by its name in the header or its number, starting at 1. In NDJSON, the path of a value with its names joined by dots.",
  );

const time = z
  .strictObject({
    column,
    unit: z
      .enum(["s", "ms", "us", "ns", "iso"])
      .describe('"iso": dates such as 2026-11-21T15:00:00.250Z. Dates without a time zone are read as UTC.'),
    means: z
      .enum(["start", "end"])
      .optional()
      .describe("Whether the request started or completed at this time. The default is started."),
    from: z
      .enum(["epoch", "run"])
      .optional()
      .describe('What the time is relative to: 1970 ("epoch", the default), or the start of the run.'),
  })
  .refine(({ unit, from }) => unit !== "iso" || from !== "run", {
    path: ["from"],
    message: "a date cannot be relative to the start of the run",
  });

const latency = z.strictObject({
  column,
  unit: z
    .enum(["s", "ms", "us", "ns", "written"])
    .describe('"written": each value carries its own unit, as in 12.5ms, 1.2 s or 350µs.'),
});

const success = z.strictObject({
  column,
  good: z
    .array(z.string().max(200))
    .min(1)
    .max(50)
    .optional()
    .describe(
      "The values that mean success, ignoring case. Default: true, 1, yes, ok, pass, passed, success.",
    ),
});

const fields = z.strictObject({
  latency: latency.describe("How long the request took."),
  time: time.optional().describe("Without it, the run only has totals and no data over time."),
  label: z
    .union([column, z.array(column).min(1).max(8)])
    .optional()
    .describe("The endpoint or operation. Several columns are joined with a space."),
  success: success.optional().describe("The request failed if the value is not one of the success values."),
  status: column
    .optional()
    .describe("An HTTP status. The request failed if it is 400 or above, below 100, or not a number."),
  error: column.optional().describe("The request failed if there is any text."),
  reason: column
    .optional()
    .describe("Why a request failed. Default: the text of `error`, or else the `status`."),
  items: column.optional().describe("Rows or messages, if a request carries more than one. Empty means 0."),
  bytes: column.optional().describe("Bytes received. Empty means 0."),
  users: column.optional().describe("Concurrent users at this time, saved once per second."),
  delimiter: z
    .string()
    .length(1)
    .regex(/[^"\r\n\p{L}\p{N}]/u, "must be a single character that is not a letter, digit or quote")
    .regex(/[\0-\x7f]/, "must be a single ASCII character")
    .optional()
    .describe("The column separator. Default: detected among comma, semicolon, tab and vertical bar."),
  header: z.boolean().optional().describe("Whether the first line contains the column names. Default: true."),
});

export type ColumnMapping = z.infer<typeof fields>;
export type Column = z.infer<typeof column>;

/** The meaning of the columns in a file with one request per line. */
export const columnMapping = fields
  .refine(({ time: when, users }) => when !== undefined || users === undefined, {
    path: ["users"],
    message: "users need a time column, but none is mapped",
  })
  .refine(
    (mapping) => mapping.header !== false || columnsOf(mapping).every((name) => typeof name === "number"),
    {
      path: ["header"],
      message: "without a header, columns must be mapped by number",
    },
  );

/** Every column that a mapping names, each once. */
export function columnsOf(mapping: Omit<ColumnMapping, "delimiter" | "header">): Column[] {
  const { latency: took, time: when, success: succeeded, label = [] } = mapping;
  const { status, error, reason, items, bytes, users } = mapping;
  const labels = Array.isArray(label) ? label : [label];
  const single = [took.column, when?.column, succeeded?.column, status, error, reason, items, bytes, users];
  return [...new Set([...single, ...labels])].filter((name) => name !== undefined);
}

/** As messages and refused lines name it. */
export function columnName(name: Column): string {
  return typeof name === "number" ? `column ${name}` : name;
}
