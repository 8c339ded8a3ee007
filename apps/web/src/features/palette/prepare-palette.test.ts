import { expect, it } from "vitest";
import { preparePalette } from "./prepare-palette.ts";

const run = {
  id: "r1",
  number: 7,
  experimentName: "Peak mix",
  serviceName: "Checkout",
  verdict: null,
  commit: "a41f9c2d5e6f",
  environment: null,
  startedAt: null,
};

it("lists results before pages, each with its address", () => {
  const experiments = [{ id: "e1", name: "Peak mix", groupName: "BFCM", serviceName: "Checkout" }];
  const groups = preparePalette("", { experiments, runs: [run] });
  expect(groups.map(({ title }) => title)).toEqual(["Experiments", "Runs", "Pages"]);
  expect(groups[0]?.items).toEqual([{ id: "/experiments/e1", title: "Peak mix", detail: "Checkout · BFCM" }]);
  expect(groups[1]?.items).toEqual([
    { id: "/runs/r1", title: "Peak mix, run 7", detail: "Checkout · a41f9c2 · No targets" },
  ]);
});

it("lists the pages that contain every word, even before there are results", () => {
  const pages = (text: string) => preparePalette(text, null)[2]?.items.map(({ id }) => id);
  expect(pages("")).toContain("/catalog");
  expect(pages("UP file")).toEqual(["/upload"]);
  expect(pages("no such page")).toEqual([]);
});
