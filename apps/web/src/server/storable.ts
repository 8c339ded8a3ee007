/** Deeper than any valid input. Anything below is left to be rejected. */
const DEEPEST = 12;

/**
 * The input with only text that the database can store: it accepts neither null characters nor lone surrogates, in text
 * or in JSON. Applied to every procedure, so that none has to handle it.
 */
export function storable(given: unknown, depth = 0): unknown {
  if (typeof given === "string") return given.toWellFormed().replaceAll("\0", "\uFFFD");
  if (depth === DEEPEST || typeof given !== "object" || given === null) return given;
  if (Array.isArray(given)) return given.map((one) => storable(one, depth + 1));
  if (Object.getPrototypeOf(given) !== Object.prototype) return given;
  return Object.fromEntries(Object.entries(given).map(([name, value]) => [name, storable(value, depth + 1)]));
}
