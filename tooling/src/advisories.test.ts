import { describe, expect, it } from "vitest";
import { findInOsv, productionPackages, readAudit, readOsv } from "./advisories.mjs";

const affected = (events: object[], name = "left") => [
  { package: { ecosystem: "npm", name }, ranges: [{ type: "SEMVER", events }] },
];
const found = (version: string, entry: object) =>
  findInOsv(readOsv(JSON.stringify({ id: "OSV-1", summary: "Bad", ...entry })) ?? [], [
    { name: "left", version },
  ]);

describe("advisories of an OSV file", () => {
  const range = {
    affected: affected([{ introduced: "1.2.0" }, { fixed: "1.10.1" }, { introduced: "2.0.0-rc.2" }]),
  };

  it.each([
    ["1.1.9", 0],
    ["1.2.0", 1],
    ["1.9.0", 1],
    ["1.10.0", 1],
    ["1.10.1-beta", 1],
    ["1.10.1", 0],
    ["2.0.0-rc.1", 0],
    ["2.0.0-rc.10", 1],
    ["2.0.0", 1],
  ])("%s is named %i times", (version, times) => {
    expect(found(version, range)).toHaveLength(times);
  });

  it("can list versions, end with the last affected one, and name other packages and ecosystems", () => {
    expect(
      found("3.0.0", { affected: [{ package: { ecosystem: "npm", name: "left" }, versions: ["3.0.0"] }] }),
    ).toEqual([{ name: "left", text: "3.0.0: Bad (OSV-1)" }]);
    const last = { affected: affected([{ introduced: "0" }, { last_affected: "3.0.0" }]) };
    expect([found("3.0.0", last).length, found("3.0.1", last).length]).toEqual([1, 0]);
    expect(found("1.0.0", { affected: affected([{ introduced: "0" }], "right") })).toEqual([]);
    expect(
      found("1.0.0", { affected: [{ package: { ecosystem: "PyPI", name: "left" }, versions: ["1.0.0"] }] }),
    ).toEqual([]);
    expect(found("1.0.0", { withdrawn: "2026-01-01", affected: affected([{ introduced: "0" }]) })).toEqual(
      [],
    );
  });

  it("is one entry, a list, or a server's response, and nothing else", () => {
    expect(["{}", "[1]", "no", '{"vulns":1}'].map(readOsv)).toEqual([null, null, null, null]);
    expect(
      ['{"id":"a"}', '[{"id":"a"}]', '{"vulns":[{"id":"a"}]}'].map((text) => readOsv(text)?.length),
    ).toEqual([1, 1, 1]);
  });
});

describe("the registry's advisories", () => {
  it("are those of npm audit, each once", () => {
    const advisory = { title: "Bad", url: "https://example.com/1", severity: "high" };
    const vulnerabilities = {
      left: { name: "left", via: [advisory] },
      right: { name: "right", via: ["left"] },
    };
    expect(readAudit(JSON.stringify({ auditReportVersion: 2, vulnerabilities }))).toEqual([
      { name: "left", text: "Bad (high, https://example.com/1)" },
    ]);
    expect(readAudit(JSON.stringify({ auditReportVersion: 2, vulnerabilities: {} }))).toEqual([]);
  });

  it("are unknown if the registry has none: that is not the same as none found", () => {
    expect(readAudit('{"statusCode":405,"message":"Method Not Allowed"}')).toBeNull();
    expect(readAudit("")).toBeNull();
  });
});

it("packages for development are left out", () => {
  const packages = {
    "": { version: "1.0.0" },
    "apps/web": { version: "1.0.0" },
    "node_modules/@a/b": { version: "1.0.0", license: "MIT" },
    "node_modules/@a/b/node_modules/c": { version: "2.0.0" },
    "node_modules/dev": { version: "1.0.0", dev: true },
    "node_modules/linked": { link: true },
  };
  expect(productionPackages({ packages })).toEqual([
    { name: "@a/b", version: "1.0.0", license: "MIT" },
    { name: "c", version: "2.0.0", license: null },
  ]);
});
