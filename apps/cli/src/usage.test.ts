import { describe, expect, it } from "vitest";
import { GATE_OPTIONS } from "./gate/arguments.ts";
import { RUN_OPTIONS } from "./run-arguments.ts";
import { SERVICE_OPTIONS } from "./service-arguments.ts";
import { startHeadroom } from "./testing/headroom.ts";
import { COMMAND_NAMES } from "./usage.ts";
import type { CommandName } from "./usage.ts";

const run = (...args: string[]) => startHeadroom(args, { env: {} }).ended;
const helpOf = async (...args: string[]) => (await run(...args, "--help")).stdout;
const optionsIn = (help: string) =>
  [...help.matchAll(/^ {2}(--[a-z-]+(?:, --[a-z-]+)*)/gm)].flatMap(([, names = ""]) => names.split(", "));

/** The forms of each command, without something that it needs or with too much, so that it ends before it does anything. */
const INCOMPLETE: Record<CommandName, string[][]> = {
  upload: [[]],
  stream: [[]],
  gate: [[], ["--targets=missing"]],
  compare: [[]],
  accept: [[]],
  event: [[]],
  "peak-day": [[]],
  mcp: [["file"]],
};

describe("the help", () => {
  it.each(COMMAND_NAMES)("of %s has its own usage and options, all of which it takes", async (command) => {
    const help = await helpOf(command);
    const [usage = "", ...sections] = help.split("\n\n");
    for (const line of usage.split("\n"))
      expect(line).toMatch(new RegExp(`^(Usage:| {6}) headroom ${command}( |$)`));
    expect(sections.length).toBeGreaterThan(1);
    for (const option of optionsIn(help).filter((name) => !["--help", "--version"].includes(name))) {
      // Into a folder that isn't there, so that no report is left behind.
      const value = option === "--output" ? "missing/report" : "x";
      const ends = await Promise.all(
        INCOMPLETE[command].map((form) => run(command, ...form, `${option}=${value}`)),
      );
      expect(ends.map(({ code }) => code)).toEqual(ends.map(() => 2));
      const takers = ends.filter(({ stderr }) => !stderr.includes("Unknown option"));
      expect([option, takers.length]).toEqual([option, expect.toSatisfy((count: number) => count > 0)]);
    }
  });

  it.each([
    ["upload", [RUN_OPTIONS, GATE_OPTIONS]],
    ["stream", [RUN_OPTIONS]],
    ["gate", [SERVICE_OPTIONS, GATE_OPTIONS]],
    ["event", [SERVICE_OPTIONS]],
  ] as const)("of %s leaves no option out", async (command, options) => {
    const names = options.flatMap((some) => Object.keys(some).map((name) => `--${name}`));
    expect(optionsIn(await helpOf(command))).toEqual(expect.arrayContaining(names));
  });

  it("of one command is shorter than that of all, which has every line of it", async () => {
    const all = (await helpOf()).split("\n");
    for (const command of COMMAND_NAMES) {
      const own = (await helpOf(command)).split("\n");
      expect(own.length).toBeLessThan(all.length * 0.8);
      const lines = own.map((line) => line.replace(/^Usage:/, "      ").trim());
      expect(all.map((line) => line.replace(/^Usage:/, "").trim())).toEqual(expect.arrayContaining(lines));
    }
  });

  it("of an unknown command is that of all", async () => {
    expect(await helpOf("uplaod")).toBe(await helpOf());
    expect((await run("uplaod")).stderr).toContain('Unknown command "uplaod".');
  });
});
