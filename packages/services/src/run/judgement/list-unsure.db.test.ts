import { afterAll, beforeAll, expect, it } from "vitest";
import { NotedRuns } from "../../testing/index.ts";
import { listUnsureRuns } from "./list-unsure.ts";

let runs: NotedRuns;
beforeAll(async () => {
  runs = await NotedRuns.open();
});
afterAll(() => runs.importing.close());

it("counts the unsure runs of the last month by why they are, in their own workspace", async () => {
  const { home, foreign } = runs.importing;
  const plan = { branch: "main", commit: "abc1234", repeat: "3" };
  const target = "achieved >= 95%";
  await runs.tell(await runs.run("Stated", 1, 1, { target }));
  await runs.tell(await runs.run("Planned", 2, 1, plan));
  const latest = await runs.run("Planned", 3, 1, plan);
  await runs.importing.decideAll();
  await runs.tell(await runs.run("Held", 4, 1, { target: "p99 <= 5 s" }));
  const { groups, unsure, judged } = await listUnsureRuns({ ctx: home.viewer });
  expect([unsure, judged]).toEqual([3, 4]);
  expect(groups.map(({ reason, count, next }) => [reason, count, next?.action])).toEqual([
    ["repeats", 2, "run-more"],
    ["no-workload", 1, "set-workload"],
  ]);
  expect(groups[0]?.latest).toMatchObject({ id: latest, experiment: { name: "Planned" } });
  expect(await listUnsureRuns({ ctx: foreign.owner })).toEqual({ groups: [], unsure: 0, judged: 0 });
});
