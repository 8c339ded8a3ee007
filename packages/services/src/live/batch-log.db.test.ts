import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { describeBatchLog } from "../testing/batch-log-contract.ts";
import { createTestServices } from "../testing/test-services.ts";
import type { TestServices } from "../testing/test-services.ts";
import { openBatchLog } from "./open-batch-log.ts";

let test: TestServices;
beforeAll(async () => {
  test = await createTestServices();
});
afterAll(() => test.drop());

describeBatchLog(() => openBatchLog(test.services));

const sql = (text: string) => test.db.asJobs((tx) => tx.query(text));
const owner = async (text: string) => {
  const { default: pg } = await import("pg");
  const client = new pg.Client({ connectionString: test.url });
  await client.connect();
  await client.query(text);
  await client.end();
};

describe("the log in the database", () => {
  it("refuses what comes once it is full, and takes it again when there is room", async () => {
    const log = openBatchLog(test.services, { maxBytes: 1 });
    await expect(log.append(10, new Uint8Array(10))).rejects.toThrow(
      expect.objectContaining({ code: "live-log-full" }),
    );
    const roomy = openBatchLog(test.services);
    await roomy.append(10, new Uint8Array(10));
    expect(await roomy.read(10, 0)).toHaveLength(1);
  });

  it("drops whole hours once they are old and counted, and keeps what is not counted however old it is", async () => {
    await owner(
      `insert into live_log (accepted_at, position, partition, body)
       values (now() - interval '5 hours', -2, 20, 'a'), (now() - interval '3 hours', -1, 21, 'b')`,
    );
    const left = async () =>
      (await sql("select position from live_log where position < 0 order by 1")).length;
    const log = openBatchLog(test.services);
    await owner("update live_position set position = -3 where partition in (20, 21)");
    await log.trim();
    expect(await left()).toBe(2);
    await owner("update live_position set position = 0 where partition = 20");
    await log.trim();
    expect(await left()).toBe(1);
    await owner("update live_position set position = 1e15::bigint");
    await log.trim();
    expect(await left()).toBe(0);
  });

  it("drops nothing while a backup reads it, and holds up nobody for longer than a moment", async () => {
    await owner(
      "insert into live_log (accepted_at, position, partition, body) values (now() - interval '5 hours', -9, 20, 'a')",
    );
    const { default: pg } = await import("pg");
    const backup = new pg.Client({ connectionString: test.url });
    await backup.connect();
    await backup.query("begin; lock table live_log in access share mode");
    const log = openBatchLog(test.services);
    const began = performance.now();
    expect(await log.trim()).toBe(0);
    expect(performance.now() - began).toBeLessThan(10_000);
    await backup.query("commit");
    expect(await log.trim()).toBe(1);
    await backup.end();
  });

  it("says that the database is away, and appends again once it is back", async () => {
    const { openServices } = await import("../open-services.ts");
    const away = openServices({ url: "postgres://nobody@127.0.0.1:1/none", connectTimeoutMillis: 200 });
    const log = openBatchLog(away);
    await expect(log.append(1, new Uint8Array(1))).rejects.toThrow(
      expect.objectContaining({ code: "unavailable" }),
    );
    await expect(log.append(1, new Uint8Array(1))).rejects.toThrow(
      expect.objectContaining({ code: "unavailable" }),
    );
    await away.db.close();
  });
});
