import { chmodSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { asIdentity, reachableByOthers } from "./identity.ts";

const command = ["postgres", "-D", "/data"];

describe("asIdentity", () => {
  it("changes nothing for an ordinary user whose server outlives the starter", () => {
    expect(asIdentity({ kind: "self", uid: 1000 }, command, { endWithParent: false })).toEqual(command);
  });

  it("asks the kernel for a fast shutdown at the starter's end", () => {
    const line = asIdentity({ kind: "self", uid: 1000 }, command, { endWithParent: true });
    expect(line.join(" ")).toBe("setpriv --pdeathsig INT postgres -D /data");
  });

  it("drops root's user, groups and way back", () => {
    const line = asIdentity({ kind: "other-user", uid: 54321 }, command, { endWithParent: true }).join(" ");
    expect(line).toBe(
      "setpriv --reuid 54321 --regid 54321 --clear-groups --no-new-privs --pdeathsig INT postgres -D /data",
    );
  });

  it("is another user inside a user namespace", () => {
    const line = asIdentity({ kind: "user-namespace", uid: 0 }, command, { endWithParent: false }).join(" ");
    expect(line).toBe(
      "unshare --user --map-user=54321 --map-group=54321 setpriv --no-new-privs postgres -D /data",
    );
  });
});

describe("reachableByOthers", () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "headroom-reach-"));
    mkdirSync(join(folder, "inner"));
  });

  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it("is no below a closed folder, also for what is not there yet", () => {
    chmodSync(folder, 0o700);
    expect(reachableByOthers(join(folder, "inner"))).toBe(false);
    expect(reachableByOthers(join(folder, "absent", "deeper"))).toBe(false);
  });

  it("is yes where every folder on the way lets others pass", () => {
    chmodSync(folder, 0o711);
    chmodSync(join(folder, "inner"), 0o755);
    expect(reachableByOthers(join(folder, "inner"))).toBe(true);
    expect(reachableByOthers(join(folder, "absent"))).toBe(true);
  });
});
