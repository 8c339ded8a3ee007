import { expect, it } from "vitest";
import { newSlo } from "@headroom/contract";
import { taken } from "./inputs.ts";

const slo = {
  service: " shop ",
  name: "Fast",
  label: "",
  objectivePercent: 99.9,
  window: { kind: "rolling", days: 30 },
};

it("refuses an input as its verb would, with the name of the field", () => {
  const read = taken(newSlo);
  expect(() => read({ ...slo, objectivePercent: 100 })).toThrow(
    expect.objectContaining({ code: "parameter-unreadable", field: "objectivePercent" }),
  );
  expect(() => read({ ...slo, name: undefined })).toThrow(
    expect.objectContaining({ code: "parameter-missing", field: "name" }),
  );
  for (const input of [null, [], "x", { ...slo, more: 1 }])
    expect(() => read(input)).toThrow(expect.objectContaining({ code: "parameter-unreadable" }));
});

it("passes an input on as it was sent: the verb parses it", () => {
  expect(taken(newSlo)(slo)).toBe(slo);
});
