/** A line does not break between a figure and its unit. */
export function keepUnits(text: string): string {
  return text.replace(/(\d) (?=(?:%|ms|s|min|h|d|req\/s|items\/s|[kMGT]?B)(?![\w/]))/g, "$1\u00a0");
}
