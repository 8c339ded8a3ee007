import { HeadroomError } from "../problem.ts";

/** A sum as it can be stored. Sources write fractions and, if they are broken, amounts that no run can have. */
export function storableCount(what: string, value: number): number {
  const whole = Math.round(value);
  if (whole <= Number.MAX_SAFE_INTEGER) return whole;
  throw new HeadroomError("file-unreadable", `The file has an impossible number of ${what}: ${value}.`, {
    hint: "Send the file exactly as the tool wrote it.",
  });
}
