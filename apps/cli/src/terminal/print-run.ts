import type { RunAnswer } from "@headroom/contract";
import { RUN_OUTCOME_WORDS, SOME_LABELS_WORDS } from "@headroom/core";
import type { Verdict } from "@headroom/core";
import { plural } from "@headroom/core/format";
import type { World } from "../world.ts";
import { asOptions } from "./as-options.ts";

const NUMBER = new Intl.NumberFormat("en-US", { maximumFractionDigits: 2 });

/** Prints the API response as JSON, or as text. */
export function printRun(
  answer: RunAnswer,
  { json, quiet }: { json: boolean; quiet: boolean },
  { stdout }: Pick<World, "stdout">,
): void {
  if (json) {
    stdout.write(`${JSON.stringify(answer, null, 2)}\n`);
    return;
  }
  const lines = [
    verdictLine(answer),
    ...answer.targets.map(({ verdict, reason }) => `  ${verdict.padEnd(6)} ${reason}`),
    ...(quiet
      ? []
      : [
          figuresLine(answer),
          ...stretchLines(answer),
          ...answer.warnings.map(({ code, detail }) => `warning: ${code}: ${asOptions(detail)}`),
        ]),
    answer.run.url,
    ...(answer.share === undefined ? [] : [`Shared until ${answer.share.expiresAt}: ${answer.share.url}`]),
  ];
  stdout.write(`${lines.map(printable).join("\n")}\n`);
}

/** A server that is older than this CLI doesn't send a phase. */
function stretchLines({ phase }: Pick<Partial<RunAnswer>, "phase">): string[] {
  const { holes = [], hangs = [] }: Partial<NonNullable<RunAnswer["phase"]>> = phase ?? {};
  return [
    ...holes.map(({ from, to }) => `outage: no request succeeded from ${from} to ${to}`),
    ...hangs.map(
      ({ from, to, users, missing, unsent }) =>
        `hang: ${missing} of ${users} users waited from ${from} to ${to}, and never sent about ${unsent} requests`,
    ),
  ];
}

/** An upload isn't compared yet when it is answered, so only its targets say something. */
function verdictLine({ outcome, verdict, proof, labelFilter }: RunAnswer): string {
  const words = outcome === null ? VERDICTS[verdict ?? "untargeted"] : `${RUN_OUTCOME_WORDS[outcome]}.`;
  const of = labelFilter?.only === undefined ? "" : ` (${SOME_LABELS_WORDS.said})`;
  return `${words.slice(0, -1)}${of}. Percentile proof: grade ${proof.grade}.`;
}

const VERDICTS: Record<Verdict | "untargeted", string> = {
  met: "Its targets are met.",
  missed: "It misses a target.",
  unsure: "Unsure whether its targets are met.",
  "no-baseline": "Its targets need a baseline.",
  untargeted: "No targets.",
};

function figuresLine({ summary, run }: RunAnswer): string {
  const { requests, errors, throughput, latencyMs } = summary;
  const millis = (value: number | null) => (value === null ? "unknown" : `${NUMBER.format(value)} ms`);
  return [
    `${run.tool}: ${requestsText(requests)}`,
    errors === null ? "failures unknown" : `${NUMBER.format(errors)} failed`,
    throughput === null ? "throughput unknown" : `${NUMBER.format(throughput)} req/s`,
    `p50 ${millis(latencyMs.p50)}`,
    `p99 ${millis(latencyMs.p99)}`,
    `max ${millis(latencyMs.max)}`,
  ].join(", ");
}

function requestsText(requests: number | null): string {
  if (requests === null) return "number of requests unknown";
  return plural(requests, "request");
}

/** Text from a file must not control the terminal. */
function printable(line: string): string {
  return line.replaceAll(/(?!\t)\p{Cc}/gu, "\uFFFD");
}
