import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { mirrorsInFiles } from "./machine-sources.ts";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "headroom-apt-"));
  mkdirSync(join(folder, "sources.list.d"));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe("mirrorsInFiles", () => {
  it("reads sources.list and both forms below sources.list.d, and no other file", () => {
    writeFileSync(join(folder, "sources.list"), "deb http://a.example/debian bookworm main\n");
    const below = (name: string, text: string) => writeFileSync(join(folder, "sources.list.d", name), text);
    below("b.list", "deb http://b.example/debian bookworm main\n");
    below("c.sources", "Types: deb\nURIs: http://c.example/debian\nSuites: bookworm\nComponents: main\n");
    below("d.list.save", "deb http://d.example/debian bookworm main\n");
    const hosts = ["a", "b", "c"];
    expect(mirrorsInFiles(folder)).toEqual(hosts.map((host) => `http://${host}.example/debian/`));
  });

  it("finds nothing where there is nothing", () => {
    expect(mirrorsInFiles(join(folder, "absent"))).toEqual([]);
  });
});
