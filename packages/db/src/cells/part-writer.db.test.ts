import { randomUUID } from "node:crypto";
import { encodeCells } from "@headroom/core";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { readTimeline } from "../reads/cells/timeline.ts";
import { readTotals } from "../reads/run/totals.ts";
import { openDatabase } from "../database.ts";
import { dropCells, removePart } from "../sweep/remove-part.ts";
import { cellOf, plain, publish, seedExperiment, seedRun } from "../testing/run.ts";
import type { SeededPart } from "../testing/run.ts";
import { createTestDatabase } from "../testing/index.ts";
import type { TestDatabase } from "../testing/index.ts";
import { createPartWriter } from "./part-writer.ts";
import { ensureSeries } from "./series.ts";

let test: TestDatabase;
let part: SeededPart;

beforeAll(async () => {
  test = await createTestDatabase();
});
beforeEach(async () => {
  const experiment = await seedExperiment(test.db);
  part = await seedRun(test.db, experiment, { a: { 0: [700], 5: [1_000] } }, { publish: false });
});
afterAll(() => test.drop());

const points = async () => {
  const timeline = await test.db.inWorkspace(part.workspaceId, (tx) =>
    readTimeline(tx, { runId: part.runId }),
  );
  return timeline?.points ?? null;
};
const viewed = () =>
  test.db.inWorkspace(part.workspaceId, (tx) => tx.query("select step, offset_s from run_cell_read"));
const stored = async () => {
  const [row] = await test.db.asJobs((tx) =>
    tx.query<{ count: number }>("select count(*) from run_cell where part_id = $1", [part.partId]),
  );
  return row?.count;
};

describe("a part", () => {
  it("is invisible until it is published, and then appears completely", async () => {
    expect(await stored()).toBe(10);
    expect(await viewed()).toEqual([]);
    expect(await points()).toBeNull();
    expect(await test.db.inWorkspace(part.workspaceId, (tx) => readTotals(tx, part.runId))).toEqual([]);
    await publish(test.db, part, 60);
    expect(await viewed()).toHaveLength(10);
    expect((await points())?.map((point) => point.offsetSeconds)).toEqual([0, 5]);
  });

  it("takes no more cells once published or removed", async () => {
    const seriesId = part.seriesIds.get("a") ?? -1;
    const row = { seriesId, stepSeconds: 1, offsetSeconds: 9, piece: 0, cell: cellOf([1]) };
    await publish(test.db, part, 60);
    await expect(createPartWriter(test.db, part).write([row])).rejects.toMatchObject({ code: "unavailable" });
    const gone = createPartWriter(test.db, { ...part, partId: randomUUID() });
    await expect(gone.write([row])).rejects.toMatchObject({ code: "unavailable" });
    expect(await stored()).toBe(10);
  });

  it("keeps negative offsets, further pieces, and cells without distribution", async () => {
    const seriesId = part.seriesIds.get("a") ?? -1;
    const cell = { ...cellOf([]), requests: 4, sumMicros: null, distribution: { kind: "none" } } as const;
    await createPartWriter(test.db, part).write([
      { seriesId, stepSeconds: 1, offsetSeconds: -3, piece: 0, cell },
      { seriesId, stepSeconds: 1, offsetSeconds: 5, piece: 1, cell: cellOf([1_400]) },
    ]);
    await publish(test.db, part, 60);
    const rows = await test.db.inWorkspace(part.workspaceId, (tx) =>
      tx.query("select requests, sum_us, dist from run_cell_read where offset_s = -3"),
    );
    expect(rows).toEqual([{ requests: 4, sum_us: null, dist: null }]);
    const timeline = await test.db.inWorkspace(part.workspaceId, (tx) =>
      readTimeline(tx, { runId: part.runId, label: { name: "a", kind: "request" } }),
    );
    const fifth = timeline?.points.find((point) => point.offsetSeconds === 5);
    expect(plain(fifth?.cell)).toEqual(plain(cellOf([1_000, 1_400])));
  });

  it("holds the same of columns as of rows", async () => {
    const seriesId = part.seriesIds.get("a") ?? -1;
    const none = { ...cellOf([]), requests: 4, sumMicros: null, distribution: { kind: "none" } } as const;
    const cells = [cellOf([1, 2, 900_000]), none, cellOf([7])];
    const writer = createPartWriter(test.db, part);
    const place = { stepSeconds: 1, piece: 0 } as const;
    await writer.write(cells.map((cell, at) => ({ ...place, seriesId, offsetSeconds: 100 + at, cell })));
    const rows = cells.map((cell, at) => ({ ...place, label: 3, offsetSeconds: 200 + at, cell }));
    await writer.writeColumns(encodeCells(rows), (label) => (label === 3 ? seriesId : -1), {
      before: async () => {},
    });
    const found = await test.db.asJobs((tx) =>
      tx.query<{ offset_s: number }>(
        `select offset_s, step, piece, requests, errors, items, bytes, sum_us, min_us, max_us, dist_kind, dist, dist_failed
         from run_cell where part_id = $1 and series_id = $2 and offset_s >= 100 and step = 1 order by offset_s`,
        [part.partId, seriesId],
      ),
    );
    expect(found).toHaveLength(6);
    expect(found.slice(3)).toEqual(
      found.slice(0, 3).map((row) => ({ ...row, offset_s: row.offset_s + 100 })),
    );
  });

  it("is written however long all connections are busy with the like of it", async () => {
    const seriesId = part.seriesIds.get("a") ?? -1;
    const holder = new pg.Client({ connectionString: test.url });
    await holder.connect();
    await holder.query(
      `begin; set local role headroom_app; set local app.workspace = '${part.workspaceId}';
       select from part where id = '${part.partId}' for update`,
    );
    const db = openDatabase({ url: test.url, maxConnections: 2, connectTimeoutMillis: 200 });
    const written = Promise.all(
      [10, 11, 12, 13].map((offsetSeconds) =>
        createPartWriter(db, part).write([
          { seriesId, stepSeconds: 1, offsetSeconds, piece: 0, cell: cellOf([1]) },
        ]),
      ),
    );
    await Promise.all([holder.query("select pg_sleep(1.5); commit"), written]);
    expect(await stored()).toBe(14);
    await Promise.all([db.close(), holder.end()]);
  });

  it("can be rid of a label's step, and of nothing that is published", async () => {
    const seriesId = part.seriesIds.get("a") ?? -1;
    await dropCells(test.db, part, [{ seriesId, stepSeconds: 1 }]);
    expect(await stored()).toBe(8);
    await publish(test.db, part, 60);
    await dropCells(test.db, part, [{ seriesId, stepSeconds: 10 }]);
    expect(await removePart(test.db, part.partId)).toEqual({ part: false, run: false });
    expect(await stored()).toBe(8);
  });

  it("is removed with its cells and the run that has no other", async () => {
    expect(await removePart(test.db, part.partId)).toEqual({ part: true, run: true });
    expect(await stored()).toBe(0);
    const [row] = await test.db.inWorkspace(part.workspaceId, (tx) =>
      tx.query("select (select count(*) from run) + (select count(*) from series) as left"),
    );
    expect(row).toEqual({ left: 0 });
  });
});

describe("series", () => {
  it("are made once, and 20,000 of them found again in their order", async () => {
    const names = Array.from({ length: 20_000 }, (_, at) => ({
      kind: "requests" as const,
      label: `GET /${(at * 7_919) % 20_000}`,
      labelKind: "request" as const,
    }));
    const ensure = (wanted: typeof names) =>
      test.db.inWorkspace(part.workspaceId, (tx) => ensureSeries(tx, part.runId, wanted));
    const [first, again] = [await ensure(names), await ensure(names.toReversed())];
    expect(new Set(first).size).toBe(20_000);
    expect(again).toEqual(first.toReversed());
  });

  it("do not deadlock when two parts name the same labels in opposite order", async () => {
    const names = Array.from({ length: 500 }, (_, at) => ({
      kind: "requests" as const,
      label: `label ${at}`,
      labelKind: "request" as const,
    }));
    const ensure = (wanted: typeof names) =>
      test.db.inWorkspace(part.workspaceId, (tx) => ensureSeries(tx, part.runId, wanted));
    const [first, second] = await Promise.all([ensure(names), ensure(names.toReversed())]);
    expect(second.toReversed()).toEqual(first);
  });
});
