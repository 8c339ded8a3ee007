import { describe, expect, it } from "vitest";
import { SHORTCUTS, stepOf } from "./shortcuts.ts";

const pressed = { command: false, other: false, typing: false };

describe("a key", () => {
  it("opens the palette with Ctrl or Command, even while someone is typing", () => {
    expect(stepOf({ ...pressed, key: "k", command: true, typing: true }, null).does).toBe("open-palette");
    expect(stepOf({ ...pressed, key: "K", command: true }, null).does).toBe("open-palette");
    expect(stepOf({ ...pressed, key: "k", command: true, other: true }, null).does).toBe("nothing");
  });

  it("goes to the page of its pair", () => {
    const first = stepOf({ ...pressed, key: "g" }, null);
    expect(first).toEqual({ does: "nothing", pending: "g" });
    expect(stepOf({ ...pressed, key: "c" }, "g")).toEqual({
      does: "go",
      href: "/experiments",
      pending: null,
    });
    expect(stepOf({ ...pressed, key: "x" }, "g")).toEqual({ does: "nothing", pending: null });
    expect(stepOf({ ...pressed, key: "g" }, "g")).toEqual({ does: "nothing", pending: "g" });
  });

  it("is just a letter while someone is typing", () => {
    for (const key of ["g", "?", "c"])
      expect(stepOf({ ...pressed, key, typing: true }, "g")).toEqual({ does: "nothing", pending: null });
  });
});

it("gives no two shortcuts the same keys", () => {
  const keys = SHORTCUTS.map(({ keys: one }) => one.join(" "));
  expect(new Set(keys).size).toBe(keys.length);
});
