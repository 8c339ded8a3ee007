import { parseArgs } from "node:util";
import { postRun } from "./post-run.ts";
import { simulatedRuns } from "./simulated-runs.ts";

const USAGE = "usage: command.ts --ingest-url <address> --token <token with the scope ingest>\n";

/** Uploads the demo's runs through the public API. */
async function main(): Promise<number> {
  const { values } = parseArgs({ options: { "ingest-url": { type: "string" }, token: { type: "string" } } });
  const { "ingest-url": ingestUrl, token } = values;
  if (ingestUrl === undefined || token === undefined) {
    process.stderr.write(USAGE);
    return 2;
  }
  for (const run of simulatedRuns) {
    const { answer, replayed } = await postRun(run, { ingestUrl: ingestUrl.replace(/\/+$/, ""), token });
    const { requests } = answer.summary;
    const outcome = replayed
      ? "already uploaded"
      : `${(requests ?? 0).toLocaleString("en")} requests, ${answer.verdict ?? "no targets"}`;
    process.stdout.write(`${run.experiment}, ${run.commit}: ${outcome}\n`);
  }
  return 0;
}

main().then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  },
);
