/** Which of two runs a line sends. */
export type FirstRunTurn = "first" | "second";

interface LineInput {
  webUrl: string;
  ingestUrl: string;
  /** Null: the line says where to put it. */
  token: string | null;
  turn: FirstRunTurn;
}

const QUERY = [
  ["service", "shop"],
  ["experiment", "first"],
  ["target", "p99<=200ms"],
  ["target", "error rate<=0.5%"],
] as const;

/** A line for a result file of one's own: what wrote it is found by what is in it. */
export function ownFileLine(input: LineInput): string {
  return sendLine(input, `@${input.turn === "first" ? "results" : "results-2"}.jtl`);
}

/** The same with an example that this server has, so that it works on a machine without any result. */
export function exampleLine(input: LineInput): string {
  const name = input.turn === "first" ? "before" : "after";
  return `curl -sS ${input.webUrl}/examples/${name}.jtl |\n${sendLine(input, "@-")}`;
}

function sendLine({ ingestUrl, token }: LineInput, body: string): string {
  const query = new URLSearchParams(QUERY.map(([name, value]) => [name, value]));
  return [
    `curl -sS '${ingestUrl}/v1/runs?${query.toString()}' \\`,
    `  -H "Authorization: Bearer ${token ?? "$HEADROOM_TOKEN"}" \\`,
    `  --data-binary ${body}`,
  ].join("\n");
}
