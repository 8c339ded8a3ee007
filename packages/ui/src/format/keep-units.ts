/** A line does not break between a figure and its unit, nor inside a duration. */
export function keepUnits(text: string): string {
  return text
    .replace(/(\d) (?=(?:%|ms|µs|s|min|h|d|req\/s|items\/s|[kMGT]?B)(?![\w/]))/g, "$1\u00a0")
    .replace(/(\d[hm]) (?=\d+[ms]\b)/g, "$1\u00a0");
}
