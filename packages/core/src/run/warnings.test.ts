import { describe, expect, it } from "vitest";
import { futureWarning, joinPartWarnings, partsApartWarning, simulatedWarning } from "./warnings.ts";

const span = (from: number, to: number) => ({ firstStartMicros: from * 1e6, lastCompletionMicros: to * 1e6 });

describe("parts that lie apart", () => {
  it("are warned of, with the least gap between them", () => {
    const [warning] = partsApartWarning(span(100, 110), [span(0, 60), span(300, 360)]);
    expect(warning).toMatchObject({
      code: "parts-apart",
      detail: expect.stringContaining(": the gap is 40 s"),
    });
    expect(partsApartWarning(span(0, 10), [span(86_400, 86_500)])).toHaveLength(1);
  });

  it("are not where one of them was under load as well, or there is none", () => {
    expect(partsApartWarning(span(100, 110), [span(0, 60), span(90, 101)])).toEqual([]);
    expect(partsApartWarning(span(100, 110), [span(0, 500)])).toEqual([]);
    expect(partsApartWarning(span(100, 110), [])).toEqual([]);
  });
});

describe("a run from the future", () => {
  const now = new Date("2026-03-02T10:00:00Z");
  const ending = (text: string) => {
    const micros = Date.parse(text) * 1_000;
    return futureWarning({ firstStartMicros: micros - 60e6, lastCompletionMicros: micros }, now);
  };

  it("is warned about, with its end", () => {
    expect(ending("2026-03-02T19:00:00Z")).toMatchObject([
      {
        code: "in-the-future",
        detail: expect.stringContaining("ends at 2026-03-02T19:00:00.000Z, 9h after"),
      },
    ]);
    expect(ending("2200-01-01T00:00:00Z")).toHaveLength(1);
    expect(ending("2026-03-02T10:01:12Z")).toMatchObject([
      { detail: expect.stringContaining("1m 12s after") },
    ]);
  });

  it("isn't one if only the clocks differ by a minute", () => {
    expect(ending("2026-03-02T10:01:00Z")).toEqual([]);
    expect(ending("2016-03-02T10:00:00Z")).toEqual([]);
  });
});

describe("the warnings of several parts", () => {
  const simulated = [simulatedWarning({ withReal: false })];
  const codes = (parts: Parameters<typeof joinPartWarnings>[0]) =>
    joinPartWarnings(parts).map(({ code }) => code);

  it("say that a run is simulated if all of its parts are", () => {
    expect(codes([simulated, simulated])).toEqual(["traffic-simulated"]);
    expect(codes([[], []])).toEqual([]);
  });

  it("say that it is so only in part if one of them is real", () => {
    expect(codes([simulated, []])).toEqual(["traffic-partly-simulated"]);
    expect(codes([[], [simulatedWarning({ withReal: true })]])).toEqual(["traffic-partly-simulated"]);
  });
});
