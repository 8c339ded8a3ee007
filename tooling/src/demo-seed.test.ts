import { describe, expect, it } from "vitest";
import { lastNightOf } from "./demo-seed.mjs";

describe("the demo's last night", () => {
  it.each([
    ["2026-03-10T02:09:00Z", "2026-03-09T02:00:00.000Z"],
    ["2026-03-10T02:10:00Z", "2026-03-10T02:00:00.000Z"],
    ["2026-03-10T23:59:00Z", "2026-03-10T02:00:00.000Z"],
    ["2026-03-01T00:30:00Z", "2026-02-28T02:00:00.000Z"],
  ])("at %s began at %s: its run has ended", (now, night) => {
    expect(lastNightOf(new Date(now))).toBe(night);
  });
});
