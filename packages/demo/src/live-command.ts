import { randomBytes } from "node:crypto";
import { parseArgs } from "node:util";
import { DESTINATION_OPTIONS, DESTINATION_USAGE, destinationOf } from "./destination.ts";
import { realWorld, runLiveDay } from "./live/run-live-day.ts";

/** Sends the demo's live peak day. Its first line is the id of the peak day. */
async function main(): Promise<number> {
  const { values } = parseArgs({ options: { ...DESTINATION_OPTIONS, first: { type: "boolean" } } });
  const { first: isFirst = false, ...given } = values;
  const to = destinationOf(given);
  if (to === null) {
    process.stderr.write(`usage: live-command.ts ${DESTINATION_USAGE} [--first]\n`);
    return 2;
  }
  const stop = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => stop.abort());
  const say = (line: string) => process.stdout.write(`${line}\n`);
  const id = `demo-${randomBytes(4).toString("hex")}`;
  const replayed = await runLiveDay(
    { isFirst, id, onReady: (peakDayId) => say(`peak day ${peakDayId}`) },
    to,
    realWorld(stop.signal, say),
  );
  if (replayed === null) say("The demo's peak days were deleted, so nothing is sent.");
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
