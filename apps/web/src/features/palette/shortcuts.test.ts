import { describe, expect, it } from "vitest";
import { SHORTCUTS, stepOf } from "./shortcuts.ts";

const pressed = { command: false, other: false, typing: false };

describe("a key", () => {
  it("opens the palette with Ctrl or the command key, while somebody types too", () => {
    expect(stepOf({ ...pressed, key: "k", command: true, typing: true }, null).does).toBe("open-palette");
    expect(stepOf({ ...pressed, key: "K", command: true }, null).does).toBe("open-palette");
    expect(stepOf({ ...pressed, key: "k", command: true, other: true }, null).does).toBe("nothing");
  });

  it("goes where its pair goes", () => {
    const first = stepOf({ ...pressed, key: "g" }, null);
    expect(first).toEqual({ does: "nothing", pending: "g" });
    expect(stepOf({ ...pressed, key: "c" }, "g")).toEqual({ does: "go", href: "/catalog", pending: null });
    expect(stepOf({ ...pressed, key: "x" }, "g")).toEqual({ does: "nothing", pending: null });
    expect(stepOf({ ...pressed, key: "g" }, "g")).toEqual({ does: "nothing", pending: "g" });
  });

  it("is a letter and nothing else where somebody types", () => {
    for (const key of ["g", "?", "c"])
      expect(stepOf({ ...pressed, key, typing: true }, "g")).toEqual({ does: "nothing", pending: null });
  });
});

it("no two shortcuts share their keys", () => {
  const keys = SHORTCUTS.map(({ keys: one }) => one.join(" "));
  expect(new Set(keys).size).toBe(keys.length);
});
