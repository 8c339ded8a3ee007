import { z } from "zod";

const column = z
  .union([z.string().min(1).max(200), z.int().min(1).max(10_000)])
  .describe(
    "A column by its name in the header or by its number, from 1. In NDJSON the path of a value, its names joined by dots.",
  );

const time = z
  .strictObject({
    column,
    unit: z
      .enum(["s", "ms", "us", "ns", "iso"])
      .describe('"iso": dates such as 2026-11-21T15:00:00.250Z; without a zone they are taken as UTC.'),
    means: z
      .enum(["start", "end"])
      .optional()
      .describe("Whether the request began or completed at this time. It began if nothing is said."),
    from: z
      .enum(["epoch", "run"])
      .optional()
      .describe(
        'What the time counts from: 1970 ("epoch", if nothing is said), or the beginning of the run.',
      ),
  })
  .refine(({ unit, from }) => unit !== "iso" || from !== "run", {
    path: ["from"],
    message: "a date does not count from the beginning of the run",
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
      "The values that mean success, in any case. If nothing is said: true, 1, yes, ok, pass, passed, success.",
    ),
});

const fields = z.strictObject({
  latency: latency.describe("How long the request took."),
  time: time.optional().describe("Without it the run has totals, and no course over time."),
  label: z
    .union([column, z.array(column).min(1).max(8)])
    .optional()
    .describe("The endpoint or operation; several columns are joined by a space."),
  success: success.optional().describe("The request failed if the value is none of the good ones."),
  status: column
    .optional()
    .describe("An HTTP status: failed from 400 on, below 100, and if it is no number."),
  error: column.optional().describe("The request failed if there is any text."),
  reason: column
    .optional()
    .describe("Why a request failed. If nothing is said: the text of `error`, else the `status`."),
  items: column.optional().describe("Rows or messages, where one request carries many. Empty is 0."),
  bytes: column.optional().describe("Bytes received. Empty is 0."),
  users: column.optional().describe("Concurrent users at this time; kept once a second."),
  delimiter: z
    .string()
    .length(1)
    .regex(/[^"\r\n\p{L}\p{N}]/u, "is one character, and no letter, digit or quote")
    .regex(/[\0-\x7f]/, "is one ASCII character")
    .optional()
    .describe("What stands between columns. If nothing is said, what fits of comma, semicolon, tab and bar."),
  header: z
    .boolean()
    .optional()
    .describe("Whether the first line has the columns' names. It has if nothing is said."),
});

export type ColumnMapping = z.infer<typeof fields>;
export type Column = z.infer<typeof column>;

/** Says what the columns of a file mean that has one request a line. */
export const columnMapping = fields
  .refine(({ time: when, users }) => when !== undefined || users === undefined, {
    path: ["users"],
    message: "users are told over time, and no column of time is mapped",
  })
  .refine(
    (mapping) => mapping.header !== false || columnsOf(mapping).every((name) => typeof name === "number"),
    {
      path: ["header"],
      message: "columns without a header are mapped by their numbers",
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

/** As a message and a refused line name it. */
export function columnName(name: Column): string {
  return typeof name === "number" ? `column ${name}` : name;
}
