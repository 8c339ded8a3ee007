import { afterAll, beforeAll, expect, it } from "vitest";
import type { Services } from "../../context.ts";
import { importGauges } from "../import/import-gauges.ts";
import type { GaugeSource } from "../import/import-gauges.ts";
import { workRunNotice } from "../notice/work-run-notice.ts";
import { Importing, TEST_WEB_URL as webUrl } from "../../testing/index.ts";
import { getRunVerdict } from "./get-verdict.ts";

let world: Importing;
beforeAll(async () => {
  world = await Importing.open({ counts: false });
});
afterAll(() => world.close());

const TARGET = "max cpu <= 95%";
const upload = async (experiment: string) =>
  (await world.upload({ experiment, target: [TARGET] })).answer.run;

async function sendGauges({ id: runId, startedAt }: { id: string; startedAt: string }): Promise<void> {
  const source: GaugeSource = {
    read: async (sink) => {
      const cpu = sink.gauge("cpu", "%");
      for (let second = 0; second < 120; second += 10)
        sink.measure(cpu, (Date.parse(startedAt) + second * 1_000) * 1_000, 41);
      return { accepted: 12, refused: { count: 0, first: [] }, warnings: [] };
    },
  };
  const input = { runId, webUrl, parameters: {}, badLinesShare: 0.01, source };
  await importGauges({ ctx: world.ci, uploads: world.uploads, input });
}

/** The same database; before the transaction with this number, something else is done. */
function interrupted(
  number: number,
  meanwhile: () => Promise<void>,
): { services: Services; count(): number } {
  const { services } = world.test;
  let begun = 0;
  const inWorkspace: Services["db"]["inWorkspace"] = async (...given) => {
    begun += 1;
    if (begun === number) await meanwhile();
    return services.db.inWorkspace(...given);
  };
  return { services: { ...services, db: { ...services.db, inWorkspace } }, count: () => begun };
}

const judged = async (id: string) => {
  const input = { runId: id, parameters: {}, webUrl };
  const { judgement } = await getRunVerdict({ ctx: world.home.viewer, input });
  const row = await world.inHome((tx) => tx.prisma.run.findUniqueOrThrow({ where: { id } }));
  return { outcome: row.outcome, judgement: judgement?.outcome, first: judgement?.findings[0]?.words };
};
const BY_ITS_GAUGE = { outcome: "holds", judgement: "holds", first: expect.stringContaining("41%") };

it("gauges that arrive at any moment of the job that decides a run are in what it shows", async () => {
  for (let number = 1, count = 1; number <= count; number++) {
    const run = await upload(`Job ${number}`);
    const during = interrupted(number, () => sendGauges(run));
    await workRunNotice({ services: during.services, job: world.job({ runId: run.id }), webUrl });
    count = during.count();
    expect(count).toBeGreaterThan(4);
    // The gauges queued the job again.
    await world.decide(run.id);
    expect({ number, ...(await judged(run.id)) }).toEqual({ number, ...BY_ITS_GAUGE });
  }
});

it("somebody who asks for the verdict meanwhile doesn't store what it was before", async () => {
  for (let number = 1; ; number++) {
    const run = await upload(`Asked ${number}`);
    const during = interrupted(number, async () => {
      await sendGauges(run);
      await world.decide(run.id);
    });
    const ctx = { ...world.home.viewer, db: during.services.db };
    const input = { runId: run.id, parameters: {}, webUrl };
    const { judgement, retryAfterSeconds } = await getRunVerdict({ ctx, input });
    if (during.count() < number) return;
    // Either it says what was decided, or to ask again.
    expect({ number, answer: judgement?.outcome ?? retryAfterSeconds }).toEqual({
      number,
      answer: judgement === null ? 2 : "holds",
    });
    expect({ number, ...(await judged(run.id)) }).toEqual({ number, ...BY_ITS_GAUGE });
  }
});
