import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { digestOf } from "./source-digest.mjs";

describe("the digest of sources", () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), "headroom-digest-"));
    mkdirSync(join(root, "web/.next"), { recursive: true });
    writeFileSync(join(root, "web/page.tsx"), "page");
    writeFileSync(join(root, "web/page.test.tsx"), "test");
    writeFileSync(join(root, "lock.json"), "{}");
  });
  afterEach(() => rmSync(root, { recursive: true }));
  const digest = () => digestOf(root, ["web", "lock.json", "absent"]);

  it("changes with a file's content, its name and a new file", () => {
    const seen = [digest()];
    for (const [file, text] of [
      ["web/page.tsx", "page 2"],
      ["web/more.css", ""],
      ["lock.json", "{ }"],
    ] as const) {
      writeFileSync(join(root, file), text);
      seen.push(digest());
    }
    expect(new Set(seen).size).toBe(4);
  });

  it("ignores build output and tests", () => {
    const before = digest();
    writeFileSync(join(root, "web/.next/server.js"), "built");
    writeFileSync(join(root, "web/page.test.tsx"), "another test");
    expect(digest()).toBe(before);
  });

  it("tells where one file ends and the next begins", () => {
    writeFileSync(join(root, "web/a"), "xy");
    writeFileSync(join(root, "web/b"), "z");
    const one = digest();
    writeFileSync(join(root, "web/a"), "x");
    writeFileSync(join(root, "web/b"), "yz");
    expect(digest()).not.toBe(one);
  });
});
