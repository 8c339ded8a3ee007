/** Deeper than anything that is asked for; what lies below is left to be refused. */
const DEEPEST = 12;

/**
 * What was sent, in words that the database can hold: it takes neither null characters nor halves of characters, in text
 * or in JSON. For every procedure at once, so that none has to think of it.
 */
export function storable(given: unknown, depth = 0): unknown {
  if (typeof given === "string") return given.toWellFormed().replaceAll("\0", "\uFFFD");
  if (depth === DEEPEST || typeof given !== "object" || given === null) return given;
  if (Array.isArray(given)) return given.map((one) => storable(one, depth + 1));
  if (Object.getPrototypeOf(given) !== Object.prototype) return given;
  return Object.fromEntries(Object.entries(given).map(([name, value]) => [name, storable(value, depth + 1)]));
}
