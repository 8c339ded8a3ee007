import { afterAll, beforeAll, expect, it } from "vitest";
import type { Context } from "../context.ts";
import { saveExperiment } from "../experiment/save.ts";
import { Importing, TEST_WEB_URL as webUrl } from "../testing/index.ts";
import { savePeakExperiment, uploadRun } from "../testing/peak-runs.ts";
import { getServiceTests } from "./get-service-tests.ts";

let world: Importing;
let owner: Context;
let slug: string;
beforeAll(async () => {
  world = await Importing.open();
  owner = { ...world.home.owner, clock: () => new Date() };
  await savePeakExperiment(world, "Mix");
  await uploadRun(world, { experiment: "Mix", millis: 50 });
  const [service] = await world.inHome((tx) => tx.query<{ slug: string }>("select slug from service", []));
  slug = service?.slug ?? "";
});
afterAll(() => world.close());

const read = (ctx = owner) => getServiceTests({ ctx, input: { service: slug } });

it("has the experiments with the worst outcomes first, and the strictest targets of those that represent the peak", async () => {
  const slow = await uploadRun(world, { experiment: "Slow", millis: 50 });
  await world.inHome((tx) =>
    tx.query("update experiment set latest_outcome = 'misses' where latest_run_id = $1", [slow.id]),
  );
  const { tests, targets } = await read();
  expect(tests.map(({ name, representsPeak }) => [name, representsPeak])).toEqual([
    ["Slow", false],
    ["Mix", true],
  ]);
  expect(tests[0]).toMatchObject({ run: { id: slow.id }, next: null, state: "misses" });
  expect(targets).toEqual({ p99Ms: 200, errorRate: null });
  await expect(read(world.foreign.owner)).rejects.toMatchObject({ code: "not-found" });
});

it("says what would settle an unsure run", async () => {
  const body = { service: slug, experiment: "Unsure", targets: ["p99 <= 200 ms"] };
  await saveExperiment({ ctx: owner, input: { body, webUrl } });
  const { id } = await uploadRun(world, { experiment: "Unsure", millis: 50 });
  const finding = { effect: "unsure", kind: "reference", code: "first", reasons: [] };
  await world.inHome(async (tx) => {
    await tx.query("update experiment set latest_outcome = 'unsure' where latest_run_id = $1", [id]);
    await tx.query(
      `insert into judgement (id, workspace_id, run_id, question, question_digest, is_own, outcome, findings, changes, inputs, decided_at, first_outcome, first_at)
       select gen_random_uuid(), workspace_id, id, '{}', decode(repeat('00', 32), 'hex'), true, 'unsure', $2::jsonb, '[]', '{}', now(), 'unsure', now()
       from run where id = $1
       on conflict (run_id) where is_own do update set outcome = 'unsure', findings = excluded.findings`,
      [id, JSON.stringify([finding])],
    );
  });
  const { tests } = await read();
  expect(tests.find(({ run }) => run?.id === id)?.next).toMatchObject({ action: "set-baseline" });
});

it("lists at most ten", async () => {
  await world.inHome((tx) =>
    tx.query(
      `insert into experiment (id, workspace_id, service_id, slug, name)
       select gen_random_uuid(), workspace_id, id, 'many-' || n, 'Many ' || n from service, generate_series(1, 50) n where slug = $1`,
      [slug],
    ),
  );
  expect((await read()).tests).toHaveLength(10);
});
