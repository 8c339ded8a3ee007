import { HeadroomError } from "@headroom/core";
import type { CurveRow } from "@headroom/core";
import { DETECTION_BYTES, openGauges } from "@headroom/formats";
import { chooseCurve } from "@headroom/services/curve";
import type { ChosenCurve, CurveChoice, CurveDay, CurveFile } from "@headroom/services/curve";

const MAX_ROWS = 200_000;
const MAX_SERIES = 1_000;

/** Plain data, because it may go to another process. */
export interface CurveOrder {
  bytes: Uint8Array<ArrayBuffer>;
  choice: CurveChoice;
  day: CurveDay;
}

/** Dates that name no zone are of the peak day's. */
export function chooseFromBytes({ bytes, choice, day }: CurveOrder): ChosenCurve {
  return chooseCurve(readCurveFile(bytes, day.timeZone), choice, day);
}

function readCurveFile(bytes: Uint8Array, zone: string): CurveFile {
  if (bytes.length === 0)
    throw new HeadroomError("file-empty", "The body is empty.", { hint: "Send the file as the body." });
  const rows = new CurveRows();
  const parser = openGauges(bytes.subarray(0, DETECTION_BYTES), rows, { zone });
  parser.write(bytes);
  const { format, refused, warnings } = parser.end();
  return { format, series: rows.series, rowEnds: format === "prometheus-query-range", refused, warnings };
}

/** Takes the values of a file as rows of its series. */
class CurveRows {
  readonly series: { name: string; unit: string | null; rows: CurveRow[] }[] = [];
  readonly #numbers = new Map<string, number>();
  #count = 0;
  #named = 0;

  /** Also counts series without values, and those of one name: each takes its time. */
  gauge(name: string, unit: string | null): number {
    this.#named += 1;
    if (this.#named > MAX_ROWS + MAX_SERIES) throw tooLarge(`more than ${MAX_ROWS} series`);
    const known = this.#numbers.get(name);
    if (known !== undefined) return known;
    if (this.series.length >= MAX_SERIES) throw tooLarge(`more than ${MAX_SERIES} series`);
    const number = this.series.push({ name, unit, rows: [] }) - 1;
    this.#numbers.set(name, number);
    return number;
  }

  measure(gauge: number, atMicros: number, value: number): void {
    this.#count += 1;
    if (this.#count > MAX_ROWS) throw tooLarge(`more than ${MAX_ROWS} values`);
    this.series[gauge]?.rows.push({ at: atMicros / 1e6, value });
  }
}

function tooLarge(what: string): HeadroomError {
  return new HeadroomError("document-too-large", `The file has ${what}.`, {
    hint: "Export fewer series, or a wider step: a minute is enough for a day.",
  });
}
