/** A figure and its unit as people write them: 200 ms and 16 messages, but 0.1%, 50000/s and a bare 4. */
export function joinUnit(figure: string, unit: string): string {
  return figure + unitAfter(unit);
}

/** A unit as it follows its figure: " ms", but "%" and "/s". */
export function unitAfter(unit: string): string {
  return unit === "" || unit.startsWith("%") || unit.startsWith("/") ? unit : ` ${unit}`;
}
