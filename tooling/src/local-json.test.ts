import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { markStopped, readLocal, writeLocal } from "./local-json.mjs";

describe("local.json", () => {
  let folder: string;
  let file: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "headroom-local-"));
    file = join(folder, "deeper", "local.json");
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it("has a key for everything that scripts look for, null if unknown", () => {
    writeLocal(file, { webUrl: "http://127.0.0.1:4000" });
    expect(Object.keys(JSON.parse(readFileSync(file, "utf8")))).toEqual([
      "webUrl",
      "ingestUrl",
      "publicWebUrl",
      "publicIngestUrl",
      "ingestToken",
      "readToken",
      "manageToken",
      "ownerSignInUrl",
      "databaseUrl",
      "webPid",
      "ingestPid",
      "databasePid",
    ]);
    expect(readLocal(file)).toMatchObject({ webUrl: "http://127.0.0.1:4000", databasePid: null });
  });

  it("is readable by the owner only, even if it replaces a file with wider permissions", () => {
    writeLocal(file, {});
    writeFileSync(file, "{}", { mode: 0o644 });
    writeLocal(file, { ingestToken: "secret" });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(join(folder, "deeper"))).toEqual(["local.json"]);
  });

  it("keeps URLs and tokens after a stop, but no pids and no sign-in link", () => {
    writeLocal(file, {
      ingestToken: "t",
      ownerSignInUrl: "http://x/sign-in",
      webPid: 1,
      ingestPid: 2,
      databasePid: 3,
    });
    markStopped(file);
    expect(readLocal(file)).toMatchObject({
      ingestToken: "t",
      ownerSignInUrl: null,
      webPid: null,
      ingestPid: null,
      databasePid: null,
    });
  });

  it("ignores a half-written file from a killed command", () => {
    writeLocal(file, {});
    writeFileSync(file, '{ "webUrl": "http');
    expect(readLocal(file)).toBeNull();
  });
});
