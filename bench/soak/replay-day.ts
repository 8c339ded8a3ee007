import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { parseArgs } from "node:util";
import { seededRandom } from "@headroom/core";
import { openIngestUnderTest } from "./ingest-under-test.ts";

/*
 * Replays a day of simulated traffic while ingest is killed again and again. The simulator sends each body until it is accepted, as
 * Prometheus does. At the end, each request of the day must be counted once.
 */
const { values } = parseArgs({
  options: {
    scenario: { type: "string", default: "green-saturday" },
    speed: { type: "string", default: "144" },
    duration: { type: "string", default: "24h" },
    kills: { type: "string", default: "10" },
    "kill-every": { type: "string", default: "40" },
    seed: { type: "string", default: "1" },
  },
});
const chance = seededRandom(Number(values.seed));
const command = join(import.meta.dirname, "..", "..", "packages/demo/src/simulate-command.ts");

const ingest = await openIngestUnderTest();
try {
  await ingest.start();
  const options = ["speed", "duration", "seed"] as const;
  const replay = spawn(
    process.execPath,
    [
      command,
      values.scenario,
      "--url",
      ingest.url,
      "--ingest-token",
      ingest.ingestToken,
      "--read-token",
      ingest.readToken,
      ...options.flatMap((name) => [`--${name}`, values[name]]),
    ],
    { stdio: ["ignore", "inherit", "inherit"] },
  );
  const ended = once(replay, "close");
  const kills = await killUntil(() => replay.exitCode !== null);
  const [code] = await ended;
  console.log(`ingest was killed ${kills} times`);
  if (code !== 0) throw new Error("what was counted isn't what was sent");
} finally {
  await ingest.close();
}

async function killUntil(isOver: () => boolean): Promise<number> {
  let kills = 0;
  while (kills < Number(values.kills)) {
    const until = Date.now() + (0.5 + chance()) * Number(values["kill-every"]) * 1_000;
    while (Date.now() < until) {
      if (isOver()) return kills;
      await delay(200);
    }
    await ingest.kill();
    await ingest.start();
    kills += 1;
  }
  return kills;
}
