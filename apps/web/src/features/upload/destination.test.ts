import { describe, expect, it } from "vitest";
import {
  destinationGroups,
  destinationObstacle,
  destinationSearch,
  destinationText,
  destinationWords,
  readDestination,
} from "./destination.ts";
import { EMPTY_FORM } from "./upload-form.ts";

const typed = (destination: string) => ({ ...EMPTY_FORM, destination, ...readDestination(destination) });

describe("a service and an experiment in one field", () => {
  it("are divided at the first slash with spaces, otherwise at the first slash", () => {
    expect(readDestination("Shop / Peak mix")).toEqual({ service: "Shop", experiment: "Peak mix" });
    expect(readDestination("Shop/Peak mix")).toEqual({ service: "Shop", experiment: "Peak mix" });
    expect(readDestination("Search / GET /items / all")).toEqual({
      service: "Search",
      experiment: "GET /items / all",
    });
    expect(readDestination("orders/api / Peak")).toEqual({ service: "orders/api", experiment: "Peak" });
    expect(readDestination("Shop / ")).toEqual({ service: "Shop", experiment: "" });
    expect(readDestination("Peak mix")).toEqual({ service: "", experiment: "" });
  });

  it("are written as a link prefills them", () => {
    expect(destinationText({ service: "Shop", experiment: "Peak" })).toBe("Shop / Peak");
    expect(destinationText({ service: "Shop", experiment: "" })).toBe("Shop / ");
    expect(destinationText({ service: "", experiment: "Peak" })).toBe("Peak");
    expect(destinationText({ service: "", experiment: "" })).toBe("");
  });

  it("are searched for by all of their words", () => {
    expect(destinationSearch(typed("Shop / Peak"))).toBe("Shop Peak");
    expect(destinationSearch(typed("peak"))).toBe("peak");
    expect(destinationSearch(typed("x".repeat(300)))).toHaveLength(200);
  });

  it("say what is missing", () => {
    expect(
      ["", "Peak mix", "/ Peak", "Shop /", "Shop / Peak"].map((text) => destinationObstacle(typed(text))),
    ).toEqual([
      "Choose an experiment, or enter a new one.",
      "Enter the service and the experiment, separated by a slash.",
      "Enter the service before the slash.",
      "Enter the experiment after the slash.",
      null,
    ]);
    expect(destinationObstacle(typed(`Shop / ${"x".repeat(200)}`))).toBeNull();
    expect(destinationObstacle(typed(`Shop / ${"x".repeat(201)}`))).toMatch(/at most 200 characters/);
    expect(destinationObstacle(typed(`${"x".repeat(201)} / Peak`))).toMatch(/The service can have at most/);
  });
});

describe("what is offered", () => {
  const shop = { slug: "shop", name: "Shop" };
  const suggested = [
    { id: "1", name: "Peak mix", service: shop },
    { id: "2", name: "Ramp", service: { slug: "search", name: "Search" } },
    { id: "3", name: "Steady", service: shop },
  ];
  const names = { service: "Shop", experiment: "Black Friday" };
  const titles = (...given: Parameters<typeof destinationGroups>) =>
    destinationGroups(...given).map(({ title, options }) => [title, ...options.map((one) => one.title)]);

  it("is grouped by service, the latest first", () =>
    expect(titles(names, suggested, undefined)).toEqual([
      ["Shop", "Peak mix", "Steady"],
      ["Search", "Ramp"],
    ]));

  it("includes what is typed where it is new", () => {
    const found = { service: { name: "Shop" }, experiment: null };
    expect(titles(names, [], found)).toEqual([[null, "New experiment “Black Friday” in Shop"]]);
    expect(titles(names, [], { ...found, experiment: { name: "Black Friday" } })).toEqual([]);
    const made = destinationGroups(names, [], { service: null, experiment: null })[0]?.options[0];
    expect(made).toMatchObject({ isNew: true, detail: "The service is new, too." });
  });

  it("is said in a sentence", () => {
    expect(destinationWords(names, { service: { name: "Shop" }, experiment: { name: "BFCM" } })).toBe(
      "The run will be added to “BFCM” in “Shop”.",
    );
    expect(destinationWords(names, { service: { name: "Shop" }, experiment: null })).toBe(
      "A new experiment “Black Friday” in “Shop” will be created.",
    );
    expect(destinationWords(names, { service: null, experiment: null })).toBe(
      "A new experiment “Black Friday” in the new service “Shop” will be created.",
    );
  });
});
