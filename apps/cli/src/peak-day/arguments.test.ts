import { describe, expect, it } from "vitest";
import { readEventArguments } from "../event/event.ts";
import { readPeakDayArguments } from "./arguments.ts";

const env = { HEADROOM_TOKEN: "t" };

describe("headroom peak-day", () => {
  it("imports one file for one peak day", () => {
    const args = ["import", "x", "2025.csv", "--unit", "per-minute", "--preview"];
    expect(readPeakDayArguments(args, env)).toMatchObject({
      action: "import",
      id: "x",
      file: "2025.csv",
      unit: "per-minute",
      preview: true,
      url: "http://127.0.0.1:4001",
      token: "t",
    });
  });

  it("names further series of the file, and what it is about", () => {
    const args = [
      "import",
      "x",
      "a.csv",
      "--p99",
      "p99",
      "--p99-unit",
      "ms",
      "--errors",
      "failed",
      "--errors-unit",
      "share",
    ];
    expect(readPeakDayArguments(args, env)).toMatchObject({
      more: { p99: "p99", p99Unit: "ms", errors: "failed", errorsUnit: "share" },
    });
    const weeks = readPeakDayArguments(["import", "x", "a.csv", "--of", "weeks-before"], env);
    expect(weeks).toMatchObject({ more: { of: "weeks-before" } });
  });

  it.each([
    [[]],
    [["import", "x", "a.csv", "--of", "year"]],
    [["import", "x", "a.csv", "--p99-unit", "h"]],
    [["import", "x"]],
    [["import", "x", "a.csv", "b.csv"]],
    [["import", "x", "a.csv", "--unit", "per-day"]],
    [["list", "--nothing"]],
  ])("refuses %j", (args) => {
    expect(() => readPeakDayArguments(args, env)).toThrow(
      expect.objectContaining({ code: "parameter-unreadable" }),
    );
  });
});

describe("headroom event", () => {
  it("is a deploy unless something else is said, with its words in a row", () => {
    expect(readEventArguments(["--service", "shop", "v2.14", "deployed"], env)).toMatchObject({
      service: "shop",
      kind: "deploy",
      title: "v2.14 deployed",
    });
  });

  it.each([[["--service", "shop"]], [["v2"]], [["--service", "shop", "--kind", "party", "v2"]]])(
    "refuses %j",
    (args) => {
      expect(() => readEventArguments(args, env)).toThrow(
        expect.objectContaining({ code: "parameter-unreadable" }),
      );
    },
  );
});
