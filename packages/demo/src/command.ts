import { parseArgs } from "node:util";
import { demo } from "./demo.ts";
import { seed } from "./seed.ts";

const USAGE =
  "usage: command.ts --ingest-url <address> --ingest-token <token> --manage-token <token> --last-night <date and time>\n";

/** Uploads the demo through the public API. */
async function main(): Promise<number> {
  const option = { type: "string" } as const;
  const options = {
    "ingest-url": option,
    "ingest-token": option,
    "manage-token": option,
    "last-night": option,
  };
  const { values } = parseArgs({ options });
  const { "ingest-url": url, "ingest-token": ingestToken, "manage-token": manageToken } = values;
  const lastNight = new Date(values["last-night"] ?? "");
  if (
    url === undefined ||
    ingestToken === undefined ||
    manageToken === undefined ||
    isNaN(lastNight.getTime())
  ) {
    process.stderr.write(USAGE);
    return 2;
  }
  const to = { ingestUrl: url.replace(/\/+$/, ""), ingestToken, manageToken };
  const all = demo(lastNight);
  let done = 0;
  await seed(all, to, ({ experiment, key }, { verdict, replayed }) => {
    done += 1;
    const outcome = replayed ? "already uploaded" : (verdict ?? "no targets");
    process.stdout.write(`${done} of ${all.runs.length}: ${experiment}, ${key}: ${outcome}\n`);
  });
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
