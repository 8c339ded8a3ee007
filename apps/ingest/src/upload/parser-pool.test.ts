import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { decodeCells, HeadroomError } from "@headroom/core";
import type { CellBatch } from "@headroom/core";
import { ParserPool } from "./parser-pool.ts";
import type { ParseOrder } from "./parse-messages.ts";

const pool = new ParserPool(1);
afterAll(() => pool.close());

const START = 1_700_000_000_000;
const HEADER = "timeStamp,elapsed,label,responseCode,success,bytes\n";
const order: ParseOrder = {
  first: { name: "results.jtl", format: "jmeter-csv", parse: {} },
  several: false,
  aggregation: {},
};

const LINES_PER_CHUNK = 250;

function* file(rows: number): Generator<Uint8Array> {
  let text = HEADER;
  for (let row = 0; row < rows; row++) {
    text += `${START + row * 10},${20 + (row % 100)},GET /${row % 50},200,${row % 10 !== 0},1024\n`;
    if (row % LINES_PER_CHUNK !== 0) continue;
    yield Buffer.from(text);
    text = "";
  }
  yield Buffer.from(text);
}

async function* slowly(chunks: Iterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for (const chunk of chunks) yield chunk;
}

async function parsed(rows: number, write = async (_batch: CellBatch) => {}) {
  let cells = 0;
  const named = new Set<number>();
  const { report, totals } = await pool.parse(order, slowly(file(rows)), async (batch) => {
    for (const { label } of batch.labels) named.add(label);
    for (const { label, stepSeconds, cell } of decodeCells(batch.cells)) {
      expect(named.has(label)).toBe(true);
      if (label === 0 && stepSeconds === 1) cells += cell.requests;
    }
    await write(batch);
  });
  return { report, totals, cells };
}

// The thread first loads the code of every format, which takes a while on a busy machine.
beforeAll(async () => {
  await parsed(1);
});

describe("parsing in threads", () => {
  it("gives cells, totals and the report of the whole file", async () => {
    const { report, totals, cells } = await parsed(40_000);
    expect(report).toMatchObject({ format: "jmeter-csv", accepted: 40_000 });
    expect(totals?.all.requests).toBe(40_000);
    expect(totals?.all.errors).toBe(4_000);
    expect(totals?.labels).toHaveLength(50);
    expect(totals?.labels.every(({ total }) => total.requests === 800)).toBe(true);
    expect(totals?.all.distribution.kind).toBe("sketch");
    expect(cells).toBe(40_000);
  });

  it("serves several files in turns", async () => {
    const all = await Promise.all([parsed(30_000), parsed(10), parsed(3_000)]);
    expect(all.map(({ totals }) => totals?.all.requests)).toEqual([30_000, 10, 3_000]);
  });

  it("gives the memory of chunks back, but for chunks of something else", async () => {
    const rows = [...file(1_000)].map((chunk) => Uint8Array.from(chunk));
    const [last = new Uint8Array(0)] = rows.splice(-1);
    const part = Buffer.concat([Buffer.from("kept"), last]).subarray(4);
    const { totals } = await pool.parse(order, slowly([...rows, part]), async () => {});
    expect(totals?.all.requests).toBe(1_000);
    expect(rows.map(({ byteLength }) => byteLength)).toEqual(rows.map(() => 0));
    expect(part.byteLength).toBe(last.byteLength);
  });

  it("hands on what the parser refuses, with its place", async () => {
    const chunks = slowly([Buffer.from("a,b,c\n1,2,3\n")]);
    const refused = pool.parse(order, chunks, async () => {});
    await expect(refused).rejects.toThrow(HeadroomError);
    await expect(refused).rejects.toMatchObject({ code: "format-unknown", line: 1 });
  });

  it("ends with the error of whoever takes the cells or gives the bytes", async () => {
    const full = parsed(60_000, async () => {
      throw new Error("the disk is full");
    });
    await expect(full).rejects.toThrow("the disk is full");
    async function* broken(): AsyncGenerator<Uint8Array> {
      yield* file(100);
      throw new Error("the client went away");
    }
    await expect(pool.parse(order, broken(), async () => {})).rejects.toThrow("the client went away");
    expect((await parsed(100)).cells).toBe(100);
  });

  it("holds the file back while nobody takes the cells", async () => {
    const rows = 500_000;
    const begun = Promise.withResolvers<void>();
    const held = Promise.withResolvers<void>();
    let asked = 0;
    async function* counted(): AsyncGenerator<Uint8Array> {
      for (const chunk of file(rows)) {
        asked += 1;
        yield chunk;
      }
    }
    const parse = pool.parse(order, counted(), async () => {
      begun.resolve();
      await held.promise;
    });
    await begun.promise;
    // Another file is read to its end in the meantime, so the thread had every chance to continue with the first.
    await parsed(20_000);
    expect(asked).toBeLessThan(rows / LINES_PER_CHUNK / 2);
    held.resolve();
    expect((await parse).totals?.all.requests).toBe(rows);
  });
});
