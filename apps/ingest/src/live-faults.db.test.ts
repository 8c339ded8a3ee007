import { once } from "node:events";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { liveState, runAnswer } from "@headroom/contract";
import { batchOf, createTenant, createTestServices, steadySamples } from "@headroom/services/testing";
import type { Tenant, TestServices } from "@headroom/services/testing";
import { startIngest } from "./testing/ingest-process.ts";
import type { IngestProcess } from "./testing/ingest-process.ts";

let test: TestServices;
let home: Tenant;
const started: IngestProcess[] = [];
beforeAll(async () => {
  test = await createTestServices();
  home = await createTenant(test.services, "home");
});
afterEach(() => {
  for (const { child } of started) child.kill("SIGKILL");
});
afterAll(() => test.drop());

const WRITERS = ["a", "b", "c"];
const BATCHES = 12;
const START = 1_700_000_000;
const samples = steadySamples({ seconds: BATCHES, perSecond: 60, startSeconds: START });

/** Each writer sends a third of each second, second by second. */
function bodyOf(writer: string, sequence: number): string {
  const second = samples.slice((sequence - 1) * 60, sequence * 60);
  const own = second.filter((_, at) => at % WRITERS.length === WRITERS.indexOf(writer));
  return JSON.stringify(batchOf(own, { writer, sequence }));
}

async function start(): Promise<IngestProcess> {
  const ingest = await startIngest(test.url);
  started.push(ingest);
  return ingest;
}

function ask({ address }: IngestProcess, path: string, body?: string): Promise<Response> {
  const headers = { authorization: `Bearer ${home.ingestToken}` };
  if (body === undefined) return fetch(`${address}${path}`, { headers });
  return fetch(`${address}${path}`, { method: "POST", headers, body });
}

async function kill({ child }: IngestProcess): Promise<void> {
  child.kill("SIGKILL");
  await once(child, "exit");
}

/** Resumes where the server says that each writer got to, and stops at the first error. */
async function sendRest(ingest: IngestProcess, runId: string, onAnswer: () => void): Promise<void> {
  const state = liveState.parse(await (await ask(ingest, `/v1/runs/${runId}/live`)).json());
  await Promise.allSettled(
    WRITERS.map(async (writer) => {
      const arrived = state.writers.find((one) => one.writer === writer)?.sequence ?? 0;
      for (let sequence = arrived + 1; sequence <= BATCHES; sequence++) {
        const answer = await ask(ingest, `/v1/runs/${runId}/cells`, bodyOf(writer, sequence));
        expect(answer.status).toBe(200);
        onAnswer();
      }
    }),
  );
}

describe("a process that is killed while writers send", () => {
  it("loses no batch that it answered, counts none twice, and the next one finishes what it began", async () => {
    let ingest = await start();
    const opened = await ask(ingest, `/v1/runs/live?service=S&experiment=E&origin=${START}`, "");
    const { id } = runAnswer.parse(await opened.json()).run;
    let answered = 0;
    for (const until of [5, 19]) {
      const victim = ingest;
      await sendRest(victim, id, () => {
        answered++;
        if (answered === until) victim.child.kill("SIGKILL");
      });
      if (victim.child.exitCode === null && victim.child.signalCode === null)
        await once(victim.child, "exit");
      const next = await start();
      ingest = next;
      // The next process counts what the one before accepted.
      const arrived = await vi.waitFor(
        async () => {
          const state = liveState.parse(await (await ask(next, `/v1/runs/${id}/live`)).json());
          const counted = state.writers.reduce((sum, { sequence }) => sum + sequence, 0);
          expect(counted).toBeGreaterThanOrEqual(answered);
          return counted;
        },
        { timeout: 20_000, interval: 100 },
      );
      // A batch may have arrived although its response was lost; a client that asks first doesn't send it again.
      expect(arrived - answered).toBeLessThanOrEqual(WRITERS.length);
      answered = arrived;
    }
    await sendRest(ingest, id, () => undefined);

    const finishing = ask(ingest, `/v1/runs/${id}/finish`, "{}").catch(() => null);
    await untilClosed(id);
    await kill(ingest);
    await finishing;
    ingest = await start();
    const finished = runAnswer.parse(await (await ask(ingest, `/v1/runs/${id}/finish`, "{}")).json());
    expect(finished.run.status).toBe("finished");
    expect(finished.summary.requests).toBe(samples.length);
    const read = await test.db.asJobs((tx) =>
      tx.query("select generator from part where run_id = $1 and state = 'published' order by 1", [id]),
    );
    expect(read).toEqual(WRITERS.map((generator) => ({ generator })));
  });
});

async function untilClosed(runId: string): Promise<void> {
  for (;;) {
    const [row] = await test.db.asJobs((tx) =>
      tx.query<{ state: string }>("select state from live_run where run_id = $1", [runId]),
    );
    if (row?.state === "finished") return;
  }
}
