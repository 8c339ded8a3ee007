import { decodeHead } from "./text/text-encoding.ts";

interface ConsoleOutput {
  tool: string;
  pattern: RegExp;
  /** What to send instead, with the option that writes it. */
  instead: string;
}

/** What tools print while they run. It is for people: the same tools write files that hold far more. */
const CONSOLES: readonly ConsoleOutput[] = [
  {
    tool: "k6",
    pattern: /^ {5}execution: (?:local|cloud)|^ {5}scenarios: \(|^ {4,}http_req_duration\.+: /m,
    instead: "Run k6 with --out json=results.json and send that file.",
  },
  {
    tool: "Locust",
    pattern: /^ ?Type +Name +# reqs +# fails |^ ?Name +# reqs +# fails |locust\.main: Starting Locust /m,
    instead:
      "Run Locust with --csv=results --csv-full-history and send the CSV files, or run it with --json.",
  },
  {
    tool: "Artillery",
    pattern: /^Test run id: \w+$|^(?:Summary report|Metrics for period to:.*) @ ?|^Metrics for period to: /m,
    instead: "Run Artillery with --output results.json and send that file.",
  },
  {
    tool: "JMeter",
    pattern: /^summary [+=] +\d+ in [\d:]+ = |^Creating summariser <|^Generate Summary Results [+=] /m,
    instead: "Run JMeter with -l results.jtl and send that file.",
  },
  {
    tool: "Gatling",
    pattern: /^-{4} (?:Global Information|Requests) -{4,}|^> request count +\d+/m,
    instead: "Send simulation.log from the run's folder in target/gatling or results.",
  },
];

/** The tool whose console output a file is, and what to send instead; null if it isn't known. */
export function consoleOutputOf(head: Uint8Array): { tool: string; instead: string } | null {
  const text = decodeHead(head).replaceAll("\r", "");
  return CONSOLES.find(({ pattern }) => pattern.test(text)) ?? null;
}
