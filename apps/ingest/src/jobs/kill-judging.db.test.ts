import { once } from "node:events";
import { afterAll, beforeAll, expect, it } from "vitest";
import { runAnswer } from "@headroom/contract";
import { createChannel, createToken } from "@headroom/services";
import {
  ageRunningJobsOf,
  createTenant,
  createTestServices,
  holdTableOf,
  TEST_SECRET,
} from "@headroom/services/testing";
import type { Tenant, TestServices } from "@headroom/services/testing";
import { startIngest } from "../testing/ingest-process.ts";
import type { IngestProcess } from "../testing/ingest-process.ts";
import { jtl } from "../testing/jtl.ts";
import { until } from "../testing/until.ts";

let test: TestServices;
let home: Tenant;
let headers: { authorization: string };
beforeAll(async () => {
  test = await createTestServices();
  home = await createTenant(test.services, "home");
  const ctx = home.owner;
  const { secret } = await createToken({ ctx, input: { name: "all", scopes: ["ingest", "read"] } });
  headers = { authorization: `Bearer ${secret}` };
  const body = { name: "All", kind: "webhook", url: "https://hooks.example/a", events: ["run.finished"] };
  await createChannel({ ctx, webhooks: { secret: TEST_SECRET, allowPrivate: false }, input: { body } });
});
afterAll(() => test.drop());

const inHome = <T>(work: Parameters<typeof test.db.inWorkspace<T>>[1]) =>
  test.db.inWorkspace(home.workspaceId, work);

async function kill({ child }: IngestProcess): Promise<void> {
  child.kill("SIGKILL");
  await once(child, "exit");
  await ageRunningJobsOf(test);
}

it("a run whose judging is killed before it is stored is judged by the next process, once, with one message", async () => {
  let ingest = await startIngest(test.url);
  const judging = await holdTableOf(test, "judgement");
  const uploaded = await fetch(`${ingest.address}/v1/runs?service=S&experiment=killed&target=p99<=5s`, {
    method: "POST",
    headers,
    body: jtl({ rows: 2_000, startMillis: Date.now() - 60_000 }),
  });
  const { run } = runAnswer.parse(await uploaded.json());
  await until(() => judging.isAwaited());
  await kill(ingest);
  // The next one stores it, and is killed before the run is settled.
  const settling = await holdTableOf(test, "run_notice");
  await judging.release();
  ingest = await startIngest(test.url);
  await until(() => settling.isAwaited());
  await kill(ingest);
  await settling.release();
  ingest = await startIngest(test.url);
  const outcome = async () => {
    const answer = await fetch(`${ingest.address}/v1/runs/${run.id}`, { headers });
    return runAnswer.parse(await answer.json()).outcome;
  };
  await expect.poll(outcome, { timeout: 60_000 }).toBe("holds");
  const decided = () => inHome(({ prisma }) => prisma.runNotice.count({ where: { outcome: { not: null } } }));
  await expect.poll(decided, { timeout: 60_000 }).toBe(1);
  expect(await inHome(({ prisma }) => prisma.judgement.findMany())).toMatchObject([
    { runId: run.id, isOwn: true, outcome: "holds", firstOutcome: "holds", changedAt: null },
  ]);
  expect(await inHome(({ prisma }) => prisma.delivery.findMany())).toMatchObject([{ type: "run.finished" }]);
});
