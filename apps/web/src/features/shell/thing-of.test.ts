import { expect, it } from "vitest";
import { thingOf } from "./thing-of.ts";

const id = "01a1fe48-0000-7000-8000-000000000000";

it("reads which run, experiment or service an address is about", () => {
  expect(thingOf(`/runs/${id}`)).toEqual({ kind: "run", id });
  expect(thingOf(`/experiments/${id}/trend?p=99`)).toEqual({ kind: "experiment", id });
  for (const path of ["/runs", "/runs/1", `/people/${id}`, `/runs/${id}x`]) expect(thingOf(path)).toBeNull();
});
