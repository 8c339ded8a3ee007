import { z } from "zod";

/** A whole number in a query: digits alone, so that an empty value or `0x10` isn't taken for a number. */
export function queryNumber<Schema extends z.ZodType>(schema: Schema) {
  return z.preprocess(
    (given) => (typeof given === "string" && /^\d{1,15}$/.test(given) ? Number(given) : given),
    schema,
  );
}

/** As `queryNumber`, with decimals. */
export function queryDecimal<Schema extends z.ZodType>(schema: Schema) {
  return z.preprocess(
    (given) => (typeof given === "string" && /^\d{1,15}(\.\d{1,9})?$/.test(given) ? Number(given) : given),
    schema,
  );
}
