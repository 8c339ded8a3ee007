/** Which of the two runs a command uploads. */
export type FirstRunTurn = "first" | "second";

interface LineInput {
  webUrl: string;
  ingestUrl: string;
  /** Null: the command has a placeholder. */
  token: string | null;
  turn: FirstRunTurn;
}

const QUERY = [
  ["service", "shop"],
  ["experiment", "first"],
  ["target", "p99<=200ms"],
  ["target", "error rate<=0.5%"],
] as const;

/** A command for your own results file. The server detects which tool wrote it. */
export function ownFileLine(input: LineInput): string {
  return sendLine(input, `@${input.turn === "first" ? "results" : "results-2"}.jtl`);
}

/** The same with an example file from this server, for people without results of their own. */
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
