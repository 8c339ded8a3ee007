import { setTimeout as delay } from "node:timers/promises";
import type { ChaosRow } from "./chaos-row.ts";
import type { Installation } from "./installation.ts";
import { smallJtl, uploadOnce, uploadUntilStored } from "./keyed-upload.ts";
import { startSecondIngest } from "./second-ingest.ts";

const RUNS = 6;
const SHARDS = 10;
const ROWS = 10_000;

/** Two ingest processes take the shards of the same runs at once, and one of them is killed in the middle of an upload. */
export async function twoIngests(installation: Installation): Promise<ChaosRow> {
  const second = await startSecondIngest(installation.local().databaseUrl);
  const other = () => ({ ...installation.local(), ingestUrl: second.url });
  try {
    const { lost, doubled } = await shards(installation, other);
    const takenOver = await takeOver(installation, other, second.kill);
    return {
      fault: "two ingest processes",
      outcome: `${RUNS} runs of ${SHARDS} generators through both; a killed upload taken over by the other in ${takenOver.seconds.toFixed(1)} s`,
      lost: lost + Number(!takenOver.whole),
      doubled,
      back: [],
      healthP99: null,
      memory: null,
    };
  } finally {
    await second.kill();
  }
}

type Where = () => ReturnType<Installation["local"]>;

async function shards(installation: Installation, other: Where): Promise<{ lost: number; doubled: number }> {
  let [lost, doubled] = [0, 0];
  for (let run = 0; run < RUNS; run += 1) {
    const sent = Array.from({ length: SHARDS }, (_, shard) => {
      const query = `&run=shared-${run}&generator=g${shard}`;
      const local = shard % 2 === 0 ? installation.local : other;
      return uploadUntilStored(local, smallJtl(ROWS, shard), { query, key: `shared-${run}-${shard}` });
    });
    const answers = await Promise.all(sent);
    const most = Math.max(...answers.map(({ requests }) => requests ?? 0));
    lost += Number(most < ROWS * SHARDS);
    doubled += Number(most > ROWS * SHARDS || new Set(answers.map(({ runId }) => runId)).size > 1);
  }
  return { lost, doubled };
}

async function takeOver(
  installation: Installation,
  other: Where,
  kill: () => Promise<void>,
): Promise<{ seconds: number; whole: boolean }> {
  const body = smallJtl(ROWS * 30);
  const upload = { query: "", key: "taken-over" };
  const dying = uploadOnce(other(), body, upload);
  await delay(150);
  const began = performance.now();
  await kill();
  await dying;
  const stored = await uploadUntilStored(installation.local, body, upload);
  return { seconds: (performance.now() - began) / 1_000, whole: stored.requests === ROWS * 30 };
}
