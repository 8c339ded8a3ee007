import { describe, expect, it } from "vitest";
import { markedSpan, moveTrack } from "./track-keys.ts";

const press = (
  key: string,
  track = { index: null as number | null, anchor: null as number | null },
  shiftKey = false,
) => moveTrack(track, { key, shiftKey }, 9);

describe("keys on a chart", () => {
  it("begin at the end they come from", () => {
    expect(press("ArrowRight")?.index).toBe(0);
    expect(press("ArrowLeft")?.index).toBe(9);
  });
  it("stay inside", () => {
    expect(press("ArrowRight", { index: 9, anchor: null })?.index).toBe(9);
    expect(press("PageDown", { index: 3, anchor: null })?.index).toBe(0);
  });
  it("mark with Shift from where they stood, and forget the mark without", () => {
    const marked = press("ArrowRight", { index: 3, anchor: null }, true);
    expect(marked).toEqual({ index: 4, anchor: 3 });
    expect(press("End", marked, true)).toEqual({ index: 9, anchor: 3 });
    expect(press("ArrowLeft", marked)).toEqual({ index: 3, anchor: null });
  });
  it("leave other keys alone, and charts without points", () => {
    expect(press("a")).toBeUndefined();
    expect(moveTrack({ index: null, anchor: null }, { key: "End", shiftKey: false }, -1)).toBeUndefined();
  });
});

it("marks whole points, whichever way they were passed", () => {
  const points = [0, 10, 20].map((fromSeconds) => ({ fromSeconds }));
  expect(markedSpan(points, 10, 2, 1)).toEqual([10, 30]);
  expect(markedSpan(points, 10, 1, 1)).toBeNull();
});
