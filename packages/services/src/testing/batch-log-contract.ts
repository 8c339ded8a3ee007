import { describe, expect, it } from "vitest";
import { partitionOf } from "../live/batch-log.ts";
import type { BatchLog, LogEntry } from "../live/batch-log.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
const texts = (entries: readonly LogEntry[]) => entries.map(({ body }) => new TextDecoder().decode(body));

async function readAll(log: BatchLog, partition: number, after = 0): Promise<LogEntry[]> {
  const all: LogEntry[] = [];
  for (let page = await log.read(partition, after); page.length > 0;) {
    all.push(...page);
    page = await log.read(partition, page.at(-1)?.position ?? 0);
  }
  return all;
}

/** What every log has to hold. Each test uses its own partitions; `open` answers another client of the same log. */
export function describeBatchLog(open: () => BatchLog): void {
  describe("a log of batches", () => {
    itIsRead(open);
    itTakes(open);
  });
}

function itIsRead(open: () => BatchLog): void {
  it("is read in the order in which its entries were accepted, from any position, as often as wanted", async () => {
    const log = open();
    for (const text of ["a", "b", "c"]) await log.append(1, bytes(text));
    const all = await readAll(log, 1);
    expect(texts(all)).toEqual(["a", "b", "c"]);
    const [first, second] = all;
    expect(texts(await log.read(1, first?.position ?? 0))).toEqual(["b", "c"]);
    expect(await log.read(1, second?.position ?? 0)).toEqual(await log.read(1, second?.position ?? 0));
    expect(await log.read(1, all.at(-1)?.position ?? 0)).toEqual([]);
  });

  it("keeps partitions apart and knows which of them have something behind a position", async () => {
    const log = open();
    await Promise.all([log.append(2, bytes("a")), log.append(3, bytes("b"))]);
    expect(texts(await readAll(log, 2))).toEqual(["a"]);
    const [entry] = await log.read(3, 0);
    const behind = await log.behind(
      new Map([
        [2, 0],
        [3, entry?.position ?? 0],
        [4, 0],
      ]),
    );
    expect(behind).toEqual([2]);
  });

  it("loses and doubles nothing while several clients append and one reads", async () => {
    const clients = [open(), open(), open()];
    const sent = Array.from({ length: 300 }, (_, at) => `entry ${at}`);
    const seen: string[] = [];
    const reading = (async () => {
      for (let position = 0; seen.length < sent.length;) {
        const page = await open().read(5, position);
        seen.push(...texts(page));
        position = page.at(-1)?.position ?? position;
      }
    })();
    const shareOf = (of: number) => sent.filter((_, at) => at % clients.length === of);
    await Promise.all(
      clients.flatMap((client, of) => shareOf(of).map((text) => client.append(5, bytes(text)))),
    );
    await reading;
    expect(seen.toSorted()).toEqual(sent.toSorted());
  });
}

function itTakes(open: () => BatchLog): void {
  it("takes bodies of any bytes and size, and an empty one", async () => {
    const log = open();
    const bodies = [new Uint8Array(0), Uint8Array.from([0, 255, 0]), new Uint8Array(3_000_000).fill(7)];
    for (const body of bodies) await log.append(6, body);
    const all = await readAll(log, 6);
    expect(all.map(({ body }) => Buffer.from(body).equals(bodies.shift() ?? new Uint8Array(1)))).toEqual([
      true,
      true,
      true,
    ]);
  });

  it("trims nothing that was accepted within the last hour", async () => {
    const log = open();
    await log.append(7, bytes("a"));
    await log.trim();
    expect(texts(await readAll(log, 7))).toEqual(["a"]);
  });

  it("sends every writer of a run to one partition, and runs to many", () => {
    const log = open();
    const of = (run: string) => partitionOf(log, "w", run);
    expect(of("a")).toBe(of("a"));
    const used = new Set(Array.from({ length: 500 }, (_, at) => of(`run ${at}`)));
    expect(used.size).toBeGreaterThan(log.partitions / 2);
    expect([...used].every((at) => at >= 0 && at < log.partitions)).toBe(true);
  });
}
