import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { withLock } from "./lock.ts";

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "headroom-lock-"));
  file = join(folder, "deeper", "lock");
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe("withLock", () => {
  it("lets one in at a time", async () => {
    let inside = 0;
    let most = 0;
    const work = async () => {
      inside += 1;
      most = Math.max(most, inside);
      await new Promise((resolve) => setImmediate(resolve));
      inside -= 1;
      return inside;
    };
    const results = await Promise.all([1, 2, 3].map(() => withLock(file, work)));
    expect(results).toEqual([0, 0, 0]);
    expect(most).toBe(1);
  });

  it("is free again after the work failed", async () => {
    await expect(withLock(file, () => Promise.reject(new Error("no")))).rejects.toThrow("no");
    expect(await withLock(file, () => Promise.resolve("in"))).toBe("in");
  });

  it("says so when another keeps it too long", async () => {
    const second = () => withLock(file, () => Promise.resolve(), { waitSeconds: 0 });
    await withLock(file, () => expect(second()).rejects.toMatchObject({ code: "locked" }));
  });

  it("is free again after its holder was killed", async () => {
    const source = JSON.stringify(new URL("lock.ts", import.meta.url).href);
    const script = `const { withLock } = await import(${source});
      await withLock(${JSON.stringify(file)}, async () => { console.log("in"); await new Promise(() => setInterval(() => {}, 1000)); });`;
    const holder = spawn(process.execPath, ["--input-type=module", "-e", script], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    await once(holder.stdout, "data");
    await expect(withLock(file, () => Promise.resolve(), { waitSeconds: 0 })).rejects.toMatchObject({
      code: "locked",
    });
    holder.kill("SIGKILL");
    expect(await withLock(file, () => Promise.resolve("in"), { waitSeconds: 10 })).toBe("in");
  });
});
