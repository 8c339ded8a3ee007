import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { columnMapping } from "./mapping.ts";
import { matchesMapping } from "./mapping-detection.ts";
import { readNames } from "./mapping-names.ts";
import { parseAll } from "./recorder.ts";
import { formats } from "./registry.ts";

const PAGE = readFileSync(join(import.meta.dirname, "../../../docs/mapping.md"), "utf8");
const EXAMPLE = /^```(?:csv|ndjson)\n(.*?)^```.*?^```json\n(.*?)^```.*?\n\n(\|.*?)\n\n/gms;

const examples = [...PAGE.matchAll(EXAMPLE)].map(([, file = "", mapping = "", table = ""]) => ({
  file,
  mapping: columnMapping.parse(JSON.parse(mapping)),
  rows: cellsOf(table).slice(2),
}));

function cellsOf(table: string): string[][] {
  return table.split("\n").map((row) =>
    row
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

describe("the page about mappings", () => {
  it("has two examples", () => {
    expect(examples).toHaveLength(2);
  });

  it.each(examples)("shows what is read: %#", ({ file, mapping, rows }) => {
    const detection = matchesMapping(Buffer.from(file), mapping);
    const format = formats.find(({ id }) => detection.match && id === detection.format);
    if (format === undefined) throw new Error("no format matches");
    const { report, recorder } = parseAll(format, Buffer.from(file), { mapping });
    expect(report).toMatchObject({ refused: { count: 0 }, warnings: [], absent: [], clock: "absolute" });
    const read = recorder.named.map(({ name, recorded: { all, errors } }) => {
      return [name, String(all.count), String(errors), `${(all.max ?? 0) / 1_000} ms`];
    });
    expect(read).toEqual(rows);
  });

  it("lists every field of a mapping", () => {
    const [, fields = ""] = PAGE.split("## The fields");
    const listed = [...fields.matchAll(/^\| `(\w+)` +\|/gm)].map(([, name]) => name);
    expect(listed).toHaveLength(Object.keys(columnMapping.shape).length);
    expect(new Set(listed)).toEqual(new Set(Object.keys(columnMapping.shape)));
  });

  it("lists names that need no mapping", () => {
    const [, section = ""] = PAGE.split("## Without a mapping");
    const named = cellsOf(section).flatMap(([meaning, names = ""]) =>
      [...names.matchAll(/`(\w+)`/g)].flatMap(([, name = ""]) =>
        name.startsWith("_") ? [] : [[meaning, name]],
      ),
    );
    expect(named.length).toBeGreaterThan(25);
    for (const [meaning, name = ""] of named) {
      const unit = meaning === "latency" ? "_ms" : "";
      const header = ["epoch_ms", "elapsed_s", "succeeded"].filter((other) => !isSame(meaning, other));
      const reading = readNames([...header, `${name === "epoch" ? "epoch_s" : name}${unit}`]);
      expect(reading, name).toMatchObject({ ok: true });
      expect(JSON.stringify(reading), name).toContain(name);
    }
  });
});

function isSame(meaning: string | undefined, name: string): boolean {
  return { time: "epoch_ms", latency: "elapsed_s", success: "succeeded" }[meaning ?? ""] === name;
}
