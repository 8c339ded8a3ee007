import { expect, it } from "vitest";
import { prepareLabelMix } from "./prepare-label-mix.ts";

it("a label mix has a line for each label, with gaps where nothing is known", () => {
  const model = prepareLabelMix({
    clock: { originMillis: 0, timeZone: "UTC" },
    spanSeconds: 3_600,
    pointSeconds: 600,
    knownSeconds: 2_400,
    labels: ["/cart", "/pay"],
    points: [
      { offsetSeconds: 600, shares: [0.75, 0.25] },
      { offsetSeconds: 1_800, shares: [0.5, 0.5] },
    ],
  });
  const [panel] = model.panels;
  expect(panel?.lines.map(({ name, values }) => [name, values])).toEqual([
    ["/cart", [null, 75, null, 50, null, null]],
    ["/pay", [null, 25, null, 50, null, null]],
  ]);
  expect(model.gaps).toEqual([{ from: 1_200, to: 1_800 }]);
  expect(model.legend.map(({ name, readings: [reading] }) => [name, reading?.show(12.34)])).toEqual([
    ["/cart", "12.3%"],
    ["/pay", "12.3%"],
  ]);
});
