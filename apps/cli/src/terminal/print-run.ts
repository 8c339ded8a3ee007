import type { RunAnswer } from "@headroom/contract";
import type { World } from "../world.ts";
import { asOptions } from "./as-options.ts";

const NUMBER = new Intl.NumberFormat("en-US", { maximumFractionDigits: 2 });

/** The answer of the API as it is, or what it says in words. */
export function printRun(
  answer: RunAnswer,
  { json, quiet }: { json: boolean; quiet: boolean },
  { stdout }: World,
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
          ...answer.warnings.map(({ code, detail }) => `warning: ${code}: ${asOptions(detail)}`),
        ]),
    answer.run.url,
  ];
  stdout.write(`${lines.map(printable).join("\n")}\n`);
}

function verdictLine({ verdict, proof }: RunAnswer): string {
  const grade = `percentile proof ${proof.grade}`;
  if (verdict === null) return `No targets, so no verdict; ${grade}.`;
  return `${{ met: "Met", missed: "Missed", unsure: "Unsure" }[verdict]}; ${grade}.`;
}

function figuresLine({ summary, run }: RunAnswer): string {
  const { requests, errors, throughput, latencyMs } = summary;
  const figure = (value: number | null, unit: string) =>
    value === null ? "-" : `${NUMBER.format(value)}${unit}`;
  return [
    `${run.tool}: ${figure(requests, "")} requests, ${figure(errors, "")} failed`,
    figure(throughput, "/s"),
    `p50 ${figure(latencyMs.p50, " ms")}`,
    `p99 ${figure(latencyMs.p99, " ms")}`,
    `max ${figure(latencyMs.max, " ms")}`,
  ].join(", ");
}

/** What came from a file must not speak to the terminal. */
function printable(line: string): string {
  return line.replaceAll(/(?!\t)\p{Cc}/gu, "\uFFFD");
}
