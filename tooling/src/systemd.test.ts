import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
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

/** The lines of a section's code block. */
function linesOf(section: string): string {
  const [, text = ""] = readFileSync(join(root, "docs", "systemd.md"), "utf8").split(`## ${section}\n`);
  return /```\n([^]*?)```/.exec(text)?.[1] ?? "";
}

it("a backup runs as described, with every value of the example", () => {
  const folder = mkdtempSync(join(tmpdir(), "headroom systemd "));
  const environment = join(folder, "headroom.env");
  // As if every default was set.
  const example = readFileSync(join(root, ".env.example"), "utf8").replaceAll(/^# (?=[A-Z0-9_]+=)/gm, "");
  writeFileSync(environment, example);
  const node = join(folder, "node");
  writeFileSync(node, '#!/bin/sh\necho "$@"; exec env\n');
  chmodSync(node, 0o755);
  const script = linesOf("Back up")
    .replaceAll("/etc/headroom/headroom.env", `'${environment}'`)
    .replaceAll("/opt/headroom", `'${root}'`);
  const printed = execFileSync("sh", ["-e", "-c", script], {
    env: { PATH: `${folder}:/usr/bin:/bin` },
    encoding: "utf8",
  }).split("\n");
  rmSync(folder, { recursive: true });
  expect(printed[0]).toBe("packages/db/src/backup-command.ts --to /var/backups/headroom");
  expect(printed).toContain("HEADROOM_DATABASE_ADMIN_URL=postgres://headroom_backup:…@127.0.0.1/headroom");
  const values = example.split("\n").filter((line) => /^[A-Z0-9_]+=/.test(line));
  expect(values.length).toBeGreaterThan(60);
  for (const line of values.filter((one) => !one.startsWith("HEADROOM_DATABASE_ADMIN_URL=")))
    expect(printed).toContain(line.replace(/="(.*)"$/, "=$1"));
});
