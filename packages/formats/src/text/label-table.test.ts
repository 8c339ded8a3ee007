import { expect, it } from "vitest";
import { Recorder } from "../recorder.ts";
import { LabelTable } from "./label-table.ts";

const onLatin1 = () => undefined;

it("keeps the entry and number of every label while it grows", () => {
  const table = new LabelTable(new Recorder(), { onLatin1 });
  const names = Array.from({ length: 5_000 }, (_, at) => `GET /item/${at}`);
  const entries = names.map((name) => table.findText(name));
  const numbers = entries.map((entry) => table.number(entry, "request"));
  expect(new Set(entries).size).toBe(names.length);
  expect(names.map((name) => table.findText(name))).toEqual(entries);
  expect(entries.map((entry) => table.name(entry))).toEqual(names);
  expect(entries.map((entry) => table.number(entry, "request"))).toEqual(numbers);
  expect(table.count).toBe(names.length);
  expect(entries.some((entry) => table.isNumbered(entry, "hop"))).toBe(false);
});

it("looks up by name what is more than it may keep", () => {
  const recorder = new Recorder();
  const table = new LabelTable(recorder, { entries: 2, onLatin1 });
  const numberOf = (name: string) => table.number(table.findText(name), "request");
  const first = ["a", "b", "c", "d"].map(numberOf);
  expect(new Set(first).size).toBe(4);
  expect(["a", "b", "c", "d"].map(numberOf)).toEqual(first);
  expect(["a", "b", "c"].map((name) => table.isKept(table.findText(name)))).toEqual([true, true, false]);
  expect(recorder.named.map(({ name }) => name)).toEqual(["a", "b", "c", "d"]);
});
