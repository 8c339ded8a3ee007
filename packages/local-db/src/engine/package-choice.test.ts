import { describe, expect, it } from "vitest";

import { newestTimescalePackage, packagesToUnpack, wantedPackages } from "./package-choice.ts";

describe("newestTimescalePackage", () => {
  it("takes the newest PostgreSQL, whoever packs it", () => {
    const printed = [
      "postgresql-9.6-timescaledb - x",
      "timescaledb-2-postgresql-16 - TimescaleDB",
      "postgresql-17-timescaledb - time-series data extension",
      "postgresql-15-timescaledb - time-series data extension",
      "postgresql-17-timescaledb-dbgsym - debug symbols",
    ].join("\n");
    expect(newestTimescalePackage(printed)).toEqual({ name: "postgresql-17-timescaledb", postgresMajor: 17 });
  });

  it("does not take a PostgreSQL that is too old", () => {
    expect(newestTimescalePackage("postgresql-13-timescaledb - x\n")).toBeNull();
    expect(newestTimescalePackage("")).toBeNull();
  });
});

describe("packagesToUnpack", () => {
  const wanted = wantedPackages({ name: "postgresql-17-timescaledb", postgresMajor: 17 });

  it("keeps PostgreSQL and libraries, and leaves out scripts, Perl and LLVM", () => {
    const names = [
      "gcc-14-base",
      "libc6",
      "libc-bin",
      "perl-base",
      "libperl5.40",
      "libjson-perl",
      "debconf",
      "libllvm19",
      "libz3-4",
      "zlib1g",
      "libssl3t64",
      "libicu76",
      "libaudit-common",
      "libaudit1",
      "postgresql-common",
      "postgresql-client-common",
      "tzdata",
      "patchelf",
      "libnss-wrapper",
      "postgresql-client-17",
      "postgresql-17",
      "postgresql-17-timescaledb",
      "ssl-cert",
    ];
    const simulation = names
      .map((name) => `Inst ${name} (1.0 Debian:13 [amd64])\nConf ${name} (1.0)`)
      .join("\n");
    expect(packagesToUnpack(simulation, wanted)).toEqual([
      "libc6",
      "zlib1g",
      "libssl3t64",
      "libicu76",
      "libaudit1",
      "patchelf",
      "libnss-wrapper",
      "postgresql-client-17",
      "postgresql-17",
      "postgresql-17-timescaledb",
    ]);
  });

  it("keeps what Timescale's own packages need beside the extension", () => {
    const own = wantedPackages({ name: "timescaledb-2-postgresql-16", postgresMajor: 16 });
    const simulation = "Inst timescaledb-2-loader-postgresql-16 (2)\nInst timescaledb-2-postgresql-16 (2)\n";
    expect(packagesToUnpack(simulation, own)).toEqual([
      "timescaledb-2-loader-postgresql-16",
      "timescaledb-2-postgresql-16",
    ]);
  });
});
