import { afterAll, beforeAll, expect, it } from "vitest";
import { cellOf, plain, seedExperiment, seedRun } from "../../testing/run.ts";
import type { SeededPart } from "../../testing/run.ts";
import { createTestDatabase } from "../../testing/index.ts";
import type { TestDatabase } from "../../testing/index.ts";
import type { WorkspaceTx } from "../../workspace-tx.ts";
import { readLabelTotals, readLabelWindows } from "./label-windows.ts";
import { countLabelKinds } from "../run/labels.ts";

const SECONDS = 700;
const micros = (second: number, label: number) => [1_000 + ((second * 7_919 + label * 101) % 50_000)];
const samples = Object.fromEntries(
  ["a", "b"].map((name, label) => [
    name,
    Object.fromEntries(Array.from({ length: SECONDS }, (_, second) => [second, micros(second, label)])),
  ]),
);

let test: TestDatabase;
let fine: SeededPart;
let coarse: SeededPart;
const read = <T>(work: (tx: WorkspaceTx) => Promise<T>) => test.db.inWorkspace(fine.workspaceId, work);
beforeAll(async () => {
  test = await createTestDatabase();
  const experiment = await seedExperiment(test.db);
  fine = await seedRun(test.db, experiment, samples, { durationSeconds: SECONDS });
  coarse = await seedRun(test.db, experiment, samples, {
    durationSeconds: SECONDS,
    number: 2,
    finestStepSeconds: 60,
  });
});
afterAll(() => test.drop());

const direct = (label: number, from: number, to: number) =>
  cellOf(Array.from({ length: to - from }, (_, at) => micros(from + at, label)).flat());
const idOf = (part: SeededPart, name: string) => part.seriesIds.get(name) ?? -1;

it("many labels in one window are each the sketch of their samples", async () => {
  const series = ["a", "b"].map((name) => ({ seriesId: idOf(fine, name), finestStepSeconds: 1 }));
  const windows = await read((tx) =>
    readLabelWindows(tx, { runId: fine.runId, series, fromSeconds: 17, toSeconds: 661 }),
  );
  for (const [label, name] of ["a", "b"].entries()) {
    const window = windows.get(idOf(fine, name));
    expect(window).toMatchObject({ fromSeconds: 17, toSeconds: 661 });
    expect(plain(window?.cell)).toEqual(plain(direct(label, 17, 661)));
  }
});

it("a label kept in minutes is merged in whole minutes and says which; one kept as a total is not there", async () => {
  const series = [
    { seriesId: idOf(coarse, "a"), finestStepSeconds: 60 },
    { seriesId: idOf(coarse, "b"), finestStepSeconds: null },
  ];
  const windows = await read((tx) =>
    readLabelWindows(tx, { runId: coarse.runId, series, fromSeconds: 65, toSeconds: 310 }),
  );
  expect([...windows.keys()]).toEqual([idOf(coarse, "a")]);
  const [window] = [...windows.values()];
  expect(window).toMatchObject({ fromSeconds: 120, toSeconds: 300 });
  expect(plain(window?.cell)).toEqual(plain(direct(0, 120, 300)));
});

it("the totals of chosen labels are theirs alone, and no other workspace's", async () => {
  const totals = await read((tx) => readLabelTotals(tx, fine.runId, [idOf(fine, "b")]));
  expect([...totals.keys()]).toEqual([idOf(fine, "b")]);
  expect(plain(totals.get(idOf(fine, "b")))).toEqual(plain(direct(1, 0, SECONDS)));
  const other = await seedExperiment(test.db);
  await test.db.inWorkspace(other.workspaceId, async (tx) => {
    expect((await readLabelTotals(tx, fine.runId, [idOf(fine, "b")])).size).toBe(0);
    const series = [{ seriesId: idOf(fine, "a"), finestStepSeconds: 1 }];
    const asked = { runId: fine.runId, series, fromSeconds: 0, toSeconds: 60 };
    expect((await readLabelWindows(tx, asked)).size).toBe(0);
    expect(await countLabelKinds(tx, fine.runId)).toEqual([]);
  });
});
