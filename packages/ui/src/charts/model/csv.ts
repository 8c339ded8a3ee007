/** RFC 4180 with a header line; an absent figure is an empty field. */
export function toCsv(
  header: readonly string[],
  rows: readonly (readonly (string | number | null)[])[],
): string {
  return [header, ...rows].map((row) => `${row.map(field).join(",")}\r\n`).join("");
}

/** Spreadsheets run text that begins with one of these as a formula, full-width forms included. A leading apostrophe keeps it text. */
const FORMULA = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;

function field(value: string | number | null): string {
  if (value === null) return "";
  if (typeof value === "number") return String(readable(value));
  const text = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Milliseconds to the microsecond, rates and levels as finely; what is below 1 keeps six digits. */
function readable(value: number): number {
  if (Number.isInteger(value)) return value;
  return Math.abs(value) < 1 ? Number(value.toPrecision(6)) : Math.round(value * 1_000) / 1_000;
}
