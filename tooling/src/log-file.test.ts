import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { LogFile } from "./log-file.mjs";

const folder = mkdtempSync(join(tmpdir(), "headroom-log-"));
afterAll(() => rmSync(folder, { recursive: true }));

describe("a log file", () => {
  it("keeps what an earlier process wrote, for its owner only", () => {
    const file = join(folder, "kept.log");
    for (const line of ["before the crash\n", "after it\n"]) {
      const log = new LogFile(file);
      log.write(line);
      log.end();
    }
    expect(readFileSync(file, "utf8")).toBe("before the crash\nafter it\n");
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it("moves a large log aside while it is being written", () => {
    const file = join(folder, "large.log");
    const log = new LogFile(file, { maxBytes: 10 });
    for (const line of ["first line\n", "second line\n", "third line\n"]) log.write(line);
    log.end();
    expect(readFileSync(file, "utf8")).toBe("third line\n");
    expect(readFileSync(`${file}.1`, "utf8")).toBe("second line\n");
  });
});
