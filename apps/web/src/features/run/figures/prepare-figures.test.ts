import { describe, expect, it } from "vitest";
import { answer, detail, steadyWindow } from "../testing/run-fixtures.ts";
import { prepareFigures } from "./prepare-figures.ts";
import { prepareRunHead } from "../page/prepare-run-head.ts";

describe("figures", () => {
  it("of the chosen window stand beside those of another", () => {
    const beside = { name: "whole run", summary: answer.summary };
    const {
      rows,
      shown,
      beside: other,
    } = prepareFigures({ window: steadyWindow, successful: false, beside });
    expect([shown.name, shown.length]).toEqual(["steady phase", "12m 50s"]);
    expect(other).toEqual({ name: "whole run", length: "15m" });
    expect(rows.find(({ name }) => name === "requests")).toMatchObject({
      shown: "31,007,130",
      beside: "36,242,100",
    });
    const alone = prepareFigures({ window: steadyWindow, successful: false, beside: null });
    expect(alone.rows[0]).toMatchObject({ beside: null, shown: "34" });
  });
  it("of successful requests leave the failed out of everything but the errors", () => {
    const summary = { ...steadyWindow.summary, requests: 1_000, errors: 100, errorRate: 0.1 };
    const successful = { ...summary, requests: 900, items: null, errors: 0, errorRate: 0 };
    const { rows, note } = prepareFigures({
      window: { ...steadyWindow, summary, successful },
      successful: true,
      beside: null,
    });
    const shown = Object.fromEntries(rows.map((row) => [row.name, [row.shown, row.beyond]]));
    expect(shown).toMatchObject({
      requests: ["900", null],
      errors: ["100", null],
      "error rate": ["10.0%", null],
    });
    expect(shown["p90, ms"]?.[1]).toBe("90");
    expect(note).toContain("Failed requests are subtracted");
  });
  it("say what a million cost, of all requests of each window, whichever are shown", () => {
    const summary = { ...steadyWindow.summary, items: null, throughput: 1_000, errors: 2, errorRate: 0.2 };
    const window = { ...steadyWindow, summary, successful: { ...summary, throughput: 800, errorRate: 0 } };
    const beside = { name: "whole run", summary: { ...summary, errorRate: null } };
    const of = (successful: boolean) => prepareFigures({ window, successful, beside, price: "2.88 USD/h" });
    for (const successful of [false, true])
      expect(of(successful).rows.at(-1)).toMatchObject({
        name: "cost of 1M requests",
        shown: "$1.00",
        beside: "≥\u00a0$0.800",
        beyond: null,
      });
    expect(of(false).note).toBe("Costs are computed: $2.88/h, divided by what succeeded in that time.");
    expect(of(true).note).toMatch(/^Failed requests are subtracted.*Costs are computed/s);
    expect(prepareRunHead({ ...detail, price: "0.004 USD/s" }).meta).toContainEqual({
      name: "price",
      value: "$0.004/s",
    });
  });
  it("say what a million items cost where requests carry several, and why nothing has a cost", () => {
    const summary = {
      ...steadyWindow.summary,
      throughput: 1_000,
      errorRate: 0,
      requests: 770_000,
      items: 7_700_000,
    };
    const of = (some: object) =>
      prepareFigures({
        window: { ...steadyWindow, summary: { ...summary, ...some } },
        successful: false,
        beside: null,
        price: "0.001 USD/s",
      });
    expect(
      of({})
        .rows.slice(-2)
        .map(({ name, shown }) => [name, shown]),
    ).toEqual([
      ["cost of 1M requests", "$1.00"],
      ["cost of 1M items", "$0.100"],
    ]);
    const outage = of({ errorRate: 1 });
    expect(outage.rows.map(({ name }) => name).filter((name) => name.startsWith("cost"))).toEqual([]);
    expect(outage.note).toBe("There is no cost of a million requests. None succeeded.");
  });
  it("have items a second and in each request, where requests carry several", () => {
    const named = (items: number) => {
      const summary = { ...steadyWindow.summary, requests: 1_000, items, durationSeconds: 10 };
      const { rows } = prepareFigures({
        window: { ...steadyWindow, summary },
        successful: false,
        beside: null,
      });
      return rows.filter(({ name }) => name.startsWith("items")).map(({ name, shown }) => [name, shown]);
    };
    expect(named(17_200)).toEqual([
      ["items/s", "1,720"],
      ["items/request", "17.2"],
    ]);
    expect(named(1_000)).toEqual([]);
  });
});
