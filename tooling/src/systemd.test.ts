import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { root } from "./paths.mjs";

const read = (name: string) => readFileSync(join(root, "systemd", `headroom-${name}.service`), "utf8");

describe.each(["ingest", "web"])("the systemd unit of %s", (name) => {
  const lines = read(name).split("\n");

  it("is restarted however it ends and however often", () => {
    expect(lines).toContain("Restart=always");
    expect(lines).toContain("StartLimitIntervalSec=0");
    // A unit that requires one that failed would not be started at all.
    expect(lines.filter((line) => line.startsWith("Requires="))).toEqual([]);
  });

  it("starts files of this repository", () => {
    const started = lines.flatMap((line) => /^ExecStart(?:Pre)?=\S+ (\S+)$/.exec(line)?.[1] ?? []);
    expect(started.length).toBeGreaterThan(0);
    for (const file of started.filter((path) => !path.includes("/.next/")))
      expect(existsSync(join(root, file))).toBe(true);
  });

  it("may do nothing that it doesn't need", () => {
    for (const line of [
      "User=headroom",
      "NoNewPrivileges=yes",
      "CapabilityBoundingSet=",
      "ProtectSystem=strict",
    ])
      expect(lines).toContain(line);
  });
});
