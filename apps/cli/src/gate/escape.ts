/** Labels are text from a result file: they must not control the terminal, a comment or a report. */
export function printable(line: string): string {
  return line.replaceAll(/\p{Cc}/gu, "\uFFFD");
}

export function markdown(said: string): string {
  return printable(said).replaceAll(/[\\`*_[\]<>|@#!&~]/g, String.raw`\$&`);
}

export function xml(said: string): string {
  const named: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
  return printable(said.replaceAll("\n", " ")).replaceAll(/[&<>"]/g, (sign) => named[sign] ?? sign);
}
