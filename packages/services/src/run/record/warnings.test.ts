import { describe, expect, it } from "vitest";
import { partsApartWarning } from "./warnings.ts";

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
