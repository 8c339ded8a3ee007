import { describe, expect, it } from "vitest";
import { prepareSlowest } from "./prepare-slowest.ts";

const ORIGIN = "2026-11-01T10:00:00.000Z";
const window = { kind: "whole", from: ORIGIN, to: "2026-11-01T10:10:00.000Z" } as const;
const request = {
  label: "GET /",
  at: "2026-11-01T10:01:20.250Z",
  latencyMs: 5_000,
  failed: false,
  code: null,
  traceId: null,
  traceUrl: null,
};

describe("the slowest requests", () => {
  it("say when they completed and how they ended", () => {
    const requests = [
      { ...request, failed: true, code: 503 },
      { ...request, latencyMs: 2_500, failed: true },
      { ...request, latencyMs: 1_000, label: null },
    ];
    const { rows, empty } = prepareSlowest({ requests, window, kept: 3 }, ORIGIN);
    expect(rows.map(({ at, label, millis, part, answered }) => [at, label, millis, part, answered])).toEqual([
      ["1:20", "GET /", "5,000", 1, "503"],
      ["1:20", "GET /", "2,500", 0.5, "failed"],
      ["1:20", null, "1,000", 0.2, "ok"],
    ]);
    expect(empty).toBeNull();
  });

  it("have their traces, as links where the workspace says where traces are", () => {
    const traceId = "a3ce929d0e0e4736";
    const traceUrl = `https://traces.example/${traceId}`;
    const requests = [{ ...request, traceId }, { ...request, traceId, traceUrl }, request];
    const { rows } = prepareSlowest({ requests, window, kept: 3 }, ORIGIN);
    expect(rows.map(({ trace }) => trace)).toEqual([
      { id: traceId, url: null },
      { id: traceId, url: traceUrl },
      null,
    ]);
  });

  it("say why the list is empty", () => {
    const titleOf = (kept: number) => prepareSlowest({ requests: [], window, kept }, ORIGIN).empty?.title;
    expect([titleOf(0), titleOf(50)]).toEqual([
      "No single requests recorded.",
      "None of the slowest requests are here.",
    ]);
  });
});
