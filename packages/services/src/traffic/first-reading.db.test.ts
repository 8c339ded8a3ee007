import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bodyOf, now, Traffic } from "../testing/traffic.ts";

let traffic: Traffic;
beforeAll(async () => {
  traffic = await Traffic.open();
});
afterAll(() => traffic.world.close());

const counter = { name: "http_requests_total", field: null };
const requestsOf = async (id: string) => (await traffic.totalOf(id, 1)).requests;
const cellsOf = (id: string) => traffic.cellsOf(id, 1);

describe("a series that appears later", () => {
  const read = (second: number, counts: Record<string, number>) =>
    Object.entries(counts).map(([code, value]) => {
      return { second, value, tags: { instance: "10.0.0.1:80", job: "shop", path: "/a", code } };
    });
  const scraped = (second: number, counts: Record<string, number>) => bodyOf(read(second, counts), counter);
  const errorsOf = async (id: string) => (await cellsOf(id)).reduce((sum, { cell }) => sum + cell.errors, 0);
  /** Ten minutes of a request a second, in bodies of five scrapes, then an outage. */
  const base = () => now() - 700;
  const healthy = (from: number) =>
    Array.from({ length: 4 }, (_, body) => {
      const scrapes = [0, 1, 2, 3, 4].map((one) => body * 5 + one);
      const values = scrapes.flatMap((at) => read(from + at * 30, { "200": 5_000 + at * 30 }));
      return bodyOf(values, counter);
    });

  it("counts the first errors of an outage in the interval in which they happened", async () => {
    const from = base();
    const outage = scraped(from + 600, { "200": 5_570, "500": 3_000 });
    const id = await traffic.deliver("First errors", [...healthy(from), outage]);
    expect(await errorsOf(id)).toBe(3_000);
    expect(await requestsOf(id)).toBe(570 + 3_000);
    const failed = (await cellsOf(id)).filter(({ cell }) => cell.errors > 0);
    expect(failed.every(({ second }) => second >= from + 570 && second <= from + 600)).toBe(true);
  });

  it("counts them in a body of all that was scraped while nothing could be sent", async () => {
    const from = base();
    const late = Array.from({ length: 18 }, (_, at) => {
      const counts: Record<string, number> = { "200": 5_600 + at * 5 };
      return read(from + 600 + at * 5, at < 3 ? counts : { ...counts, "500": 300 * (at - 2) });
    });
    const id = await traffic.deliver("Sent late", [...healthy(from), bodyOf(late.flat(), counter)]);
    expect(await errorsOf(id)).toBe(15 * 300);
  });

  it("counts them also if the other series arrive later, and once", async () => {
    const from = base();
    const [errors, others] = [scraped(from + 600, { "500": 3_000 }), scraped(from + 600, { "200": 5_570 })];
    const again = [
      scraped(from + 600, { "500": 3_000, "200": 5_570 }),
      scraped(from + 630, { "500": 3_010 }),
    ];
    const id = await traffic.deliver("Later", [...healthy(from), errors, others, ...again]);
    expect(await errorsOf(id)).toBe(3_010);
  });

  it("counts all of them where a process has hundreds, and they arrive before its other series", async () => {
    const from = base();
    const failing = Array.from({ length: 300 }, (_, at) => {
      const tags = {
        instance: "10.0.0.1:80",
        job: "shop",
        path: `/${"abcdefghij"[at % 10]}${at}x`,
        code: "500",
      };
      return { second: from + 600, value: 10, tags };
    });
    const others = scraped(from + 600, { "200": 5_570 });
    const id = await traffic.deliver("Hundreds", [...healthy(from), bodyOf(failing, counter), others]);
    expect(await errorsOf(id)).toBe(3_000);
  });

  it("counts nothing of series that are only called differently now", async () => {
    const from = base();
    const renamed = [
      scraped(from + 600, { "2xx": 9_000_000, "5xx": 7_000 }),
      scraped(from + 630, { "2xx": 9_000_030, "5xx": 7_001 }),
    ];
    const id = await traffic.deliver("Renamed", [...healthy(from), ...renamed]);
    expect([await requestsOf(id), await errorsOf(id)]).toEqual([570 + 31, 1]);
  });
});
