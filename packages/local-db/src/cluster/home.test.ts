import { mkdtempSync, rmSync, statSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { homeAt, newPassword, prepareHome, readPassword, urlOf, writePassword } from "./home.ts";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "headroom-home-"));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe("a data folder", () => {
  it("keeps the password where only its owner can read it", () => {
    const home = homeAt(join(folder, "db"));
    prepareHome(home);
    expect(readPassword(home)).toBeNull();
    writePassword(home, "secret");
    expect(readPassword(home)).toBe("secret");
    expect(statSync(home.passwordFile).mode & 0o777).toBe(0o600);
    expect(statSync(home.folder).mode & 0o066).toBe(0);
  });

  it("follows the link to a cluster in another place", () => {
    symlinkSync("/elsewhere/cluster", join(folder, "cluster"));
    const home = homeAt(folder);
    expect(home.cluster).toBe("/elsewhere/cluster");
    expect(home.ready).toBe("/elsewhere/cluster/headroom-ready");
    expect(home.clusterLink).toBe(join(folder, "cluster"));
  });
});

describe("newPassword", () => {
  it("is long, different each time, and fits into an address as it is", () => {
    const password = newPassword();
    expect(password).toMatch(/^[\w-]{32}$/);
    expect(newPassword()).not.toBe(password);
    expect(new URL(urlOf({ port: 4002, password })).password).toBe(password);
  });
});
