import { parseArgs } from "node:util";
import { demo } from "./demo.ts";
import { DESTINATION_OPTIONS, DESTINATION_USAGE, destinationOf } from "./destination.ts";
import { seed } from "./seed.ts";

/** Uploads the demo through the public API. */
async function main(): Promise<number> {
  const { values } = parseArgs({ options: { ...DESTINATION_OPTIONS, "last-night": { type: "string" } } });
  const { "last-night": night = "", ...given } = values;
  const to = destinationOf(given);
  const lastNight = new Date(night);
  if (to === null || isNaN(lastNight.getTime())) {
    process.stderr.write(`usage: command.ts ${DESTINATION_USAGE} --last-night <date and time>\n`);
    return 2;
  }
  const whole = demo(lastNight);
  // A later version of the demo can be seeded when they have ended, and then they can't be accepted any more.
  const all = { ...whole, risks: whole.risks.filter(({ until }) => until > new Date()) };
  let done = 0;
  await seed(all, to, ({ experiment, key }, { verdict, replayed }) => {
    done += 1;
    const outcome = replayed ? "already uploaded" : (verdict ?? "no targets");
    process.stdout.write(`${done} of ${all.runs.length}: ${experiment}, ${key}: ${outcome}\n`);
  });
  return 0;
}

/** As the command line's: `npm start` tries again, because it restarts ingest. */
const UNREACHABLE = 3;

main().then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    // What fetch throws without a response: a TypeError because of a socket.
    const isUnreachable = error instanceof TypeError && error.cause instanceof Error;
    process.exitCode = isUnreachable ? UNREACHABLE : 1;
  },
);
