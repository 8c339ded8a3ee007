import { afterAll, expect, it } from "vitest";
import { chooseFromBytes } from "./choose-from-bytes.ts";
import { CurveReader } from "./curve-reader.ts";

const FROM = Date.UTC(2025, 10, 28) / 1_000;
const day = {
  startsAt: new Date(FROM * 1_000),
  endsAt: new Date((FROM + 86_400) * 1_000),
  timeZone: "America/New_York",
};
const bytesOf = (text: string) => new Uint8Array(Buffer.from(text));
const file = (rows: number) =>
  bytesOf(
    ["time,throughput (req/s)", ...Array.from({ length: rows }, (_, at) => `${FROM + at},${at % 500}`)].join(
      "\n",
    ),
  );

const curves = new CurveReader();
afterAll(() => curves.close());

it.each([10, 20_000])("a file of %d rows is read the same in any process", async (rows) => {
  const order = { bytes: file(rows), choice: { of: "day" as const }, day };
  const chosen = await curves.choose("home", order);
  expect(chosen).toEqual(chooseFromBytes(order));
  expect(chosen.preview.figures?.points).toBeGreaterThan(0);
});

it("says what is wrong with a long file", async () => {
  const bytes = bytesOf("x".repeat(100_000));
  await expect(curves.choose("home", { bytes, choice: {}, day })).rejects.toMatchObject({
    code: "format-unknown",
  });
});

it("series without values are not read to the end", () => {
  const series = '{"metric":{},"values":[]},'.repeat(201_001);
  const bytes = bytesOf(`{"status":"success","data":{"resultType":"matrix","result":[${series}{}]}}`);
  expect(() => chooseFromBytes({ bytes, choice: {}, day })).toThrow("The file has more than 200000 series.");
});

it("a file that takes too much memory is refused, and the next one is read", async () => {
  const small = new CurveReader({ heapMb: 40, orderMillis: 60_000, idleMillis: 1_000 });
  const bytes = file(199_000);
  const choice = {};
  await expect(small.choose("home", { bytes, choice, day })).rejects.toMatchObject({
    code: "document-too-large",
    message: "Reading the file took too much memory or time.",
  });
  expect((await small.choose("home", { bytes: file(10_000), choice, day })).preview.problems).toEqual([]);
  small.close();
});
