import { describe, expect, it } from "vitest";
import { checkFile } from "./check-file.ts";
import type { Unit } from "./check-file.ts";
import { checkManifest } from "./check-manifest.ts";
import { house, houseForTests } from "./house.ts";
import { isHomeless, rooms } from "./rooms.ts";

const unitOf = (name: string): Unit => ({ name, folder: `/repo/packages/${name}` });
const check = (name: string, content: string, file = "src/some-verb.ts") =>
  checkFile(unitOf(name), `/repo/packages/${name}/${file}`, content).map(
    ({ rule, line }) => `${rule}:${line}`,
  );

describe("layers", () => {
  it("lets every package import what the house says, and nothing else", () => {
    const names = Object.keys(house);
    for (const from of names) {
      for (const to of names.filter((name) => name !== from)) {
        const expected = house[from]?.includes(to) === true ? [] : ["layers:1"];
        expect(check(from, `import { x } from "@headroom/${to}";`), `${from} imports ${to}`).toEqual(
          expected,
        );
      }
    }
  });

  it.each([
    'import type { X } from "@headroom/db";',
    'export { x } from "@headroom/db";',
    'const x = await import("@headroom/db");',
    'let x: import("@headroom/db").Database;',
    'import "@headroom/db/testing";',
  ])("sees %s", (content) => {
    expect(check("web", content)).toEqual(["layers:1"]);
  });

  it("does not see imports in comments and strings", () => {
    expect(check("web", '// import "@headroom/db"\nconst text = \'import "@headroom/db"\';')).toEqual([]);
  });

  it("gives tests what tests may have, and their packages nothing", () => {
    expect(houseForTests).toEqual({ db: ["local-db"], ingest: ["cli"] });
    expect(check("db", 'import "@headroom/local-db";', "src/read.db.test.ts")).toEqual([]);
    expect(check("db", 'import "@headroom/local-db";', "src/testing/server.ts")).toEqual([]);
    expect(check("db", 'import "@headroom/local-db";')).toEqual(["layers:1"]);
    expect(check("web", 'import "@headroom/db";', "src/page.test.tsx")).toEqual(["layers:1"]);
  });

  it("holds manifests to the same table", () => {
    const manifest = { dependencies: { "@headroom/db": "0.1.0", next: "1" }, devDependencies: {} };
    expect(checkManifest(unitOf("web"), "package.json", manifest)).toHaveLength(1);
    expect(checkManifest(unitOf("services"), "package.json", manifest)).toEqual([]);
    const dev = { devDependencies: { "@headroom/local-db": "0.1.0" } };
    expect(checkManifest(unitOf("db"), "package.json", dev)).toEqual([]);
    expect(checkManifest(unitOf("db"), "package.json", { dependencies: dev.devDependencies })).toHaveLength(
      1,
    );
  });
});

describe("borders of a package", () => {
  it("are not crossed by relative paths", () => {
    expect(check("web", 'import "../../core/src/sketch/sketch.ts";')).toEqual(["package-border:1"]);
    expect(check("web", 'import "../styles.css";\nimport "./a.ts";')).toEqual([]);
  });
});

describe("rooms", () => {
  it.each(Object.entries(rooms))("of %s import downwards only", (name, { under, floors }) => {
    const all = floors.flatMap((floor, level) => floor.map((room) => ({ room, level })));
    for (const from of all) {
      const up = "../".repeat(from.room.split("/").length);
      for (const to of all.filter(({ room }) => room !== from.room)) {
        const expected = to.level < from.level ? [] : ["rooms:1"];
        const content = `import type { X } from "${up}${to.room}/x.ts";`;
        expect(check(name, content, `${under}/${from.room}/a.ts`), `${from.room} -> ${to.room}`).toEqual(
          expected,
        );
      }
    }
  });

  it("of one name lie on one floor", () => {
    for (const { floors } of Object.values(rooms)) {
      expect(new Set(floors.flat()).size).toBe(floors.flat().length);
    }
  });

  it("are all named in the table", () => {
    expect(check("core", "export {};", "src/new-folder/a.ts")).toEqual(["rooms:1"]);
    expect(check("services", "export {};", "src/run/new-folder/a.ts")).toEqual(["rooms:1"]);
    expect(check("services", "export {};", "src/run/a.ts")).toEqual([]);
    expect(check("core", "export {};", "src/index.ts")).toEqual([]);
    expect(check("web", "export {};", "src/features/new/a.ts")).toEqual(["rooms:1"]);
    expect(check("ingest", "export {};", "src/new-folder/a.ts")).toEqual(["rooms:1"]);
    const core = { under: "src", floors: [["sketch"]] };
    expect(isHomeless(core, "src/sketch/deeper/a.ts")).toBe(false);
  });

  it("can be single files, on another floor than their folder", () => {
    const feature = "src/features/run/a.ts";
    expect(check("web", 'import { x } from "../../server/trpc.ts";', feature)).toEqual([]);
    expect(check("web", 'import { x } from "../../server/app-router.ts";', feature)).toEqual(["rooms:1"]);
    expect(check("web", 'import { x } from "./app-router.ts";', "src/server/trpc.ts")).toEqual(["rooms:1"]);
    const router = "src/server/app-router.ts";
    expect(check("web", 'import { x } from "../features/run/router.ts";', router)).toEqual([]);
    expect(check("web", 'import { x } from "./server-caller.ts";', router)).toEqual(["rooms:1"]);
  });

  it.each([
    ["import type { AppRouter } from", []],
    ["export type { AppRouter } from", []],
    ["import { type AppRouter } from", ["rooms:1"]],
    ["import { appRouter } from", ["rooms:1"]],
    ["export { appRouter } from", ["rooms:1"]],
    ["import", ["rooms:1"]],
  ])("give the client the types of the API and nothing else: %s", (words, expected) => {
    expect(check("web", `${words} "../server/app-router.ts";`, "src/trpc/client.tsx")).toEqual(expected);
    expect(check("web", `${words} "../server/server-caller.ts";`, "src/trpc/client.tsx")).toEqual([
      "rooms:1",
    ]);
  });

  it("tell a type in the middle of a line from a value", () => {
    const content = 'let router: import("../server/app-router.ts").AppRouter;';
    expect(check("web", content, "src/trpc/client.tsx")).toEqual([]);
    const value = 'const router = await import("../server/app-router.ts");';
    expect(check("web", value, "src/trpc/client.tsx")).toEqual(["rooms:1"]);
  });

  it("are open to tests", () => {
    const content = 'import { x } from "../comparison/x.ts";';
    expect(check("core", content, "src/sketch/a.ts")).toEqual(["rooms:1"]);
    expect(check("core", content, "src/sketch/a.test.ts")).toEqual([]);
  });
});

describe("environment", () => {
  it("is read in env.ts, in settings of tools, and in tests", () => {
    const content = "export const port = process.env.PORT;";
    expect(check("ingest", content)).toEqual(["environment:1"]);
    expect(check("ingest", 'import { env } from "node:process";')).toEqual(["environment:1"]);
    expect(check("ingest", content, "src/env.ts")).toEqual([]);
    expect(check("web", content, "next.config.ts")).toEqual([]);
    expect(check("ingest", content, "src/a.db.test.ts")).toEqual([]);
    expect(check("ingest", content, "src/open-env.ts")).toEqual(["environment:1"]);
  });

  it("is not what the compiler of the pages puts in their place", () => {
    expect(check("web", 'if (process.env.NEXT_RUNTIME === "nodejs") x();')).toEqual([]);
  });
});

describe("SQL", () => {
  it.each([
    "const q = 'select id from run where id = $1';",
    "const q = `\n  INSERT INTO run (id)\n  VALUES ($1)`;",
    "const q = `update ${table} set name = 'x'`;",
    "const q = 'delete from run';",
    "const q = `with cells as (select 1) select * from cells`;",
    'const q = "create table x (id int)";',
    'import pg from "pg";',
  ])("is seen outside db: %s", (content) => {
    expect(check("services", content)).toEqual(["sql:1"]);
    expect(check("db", content)).toEqual([]);
  });

  it.each([
    'const text = "Select a run from the list below";',
    'const text = "Update your token";',
    'const text = "Delete the run";',
    'const text = "Create a token";',
    'const text = "Drop a file here";',
  ])("is not prose: %s", (content) => {
    expect(check("web", content)).toEqual([]);
  });
});

describe("purity", () => {
  it.each([
    'import { readFileSync } from "node:fs";',
    'import { z } from "zod";',
    'import fastify from "fastify";',
    "const now = Date.now();",
    "const now = new Date();",
    "const chance = Math.random();",
  ])("of core forbids %s", (content) => {
    expect(check("core", content)).toEqual(["purity:1"]);
    expect(check("core", content, "src/sketch.test.ts")).toEqual([]);
  });

  it("of core allows the packages it lists and a date that was passed in", () => {
    const content =
      'import { levenbergMarquardt } from "ml-levenberg-marquardt";\nconst day = new Date(micros / 1000);';
    expect(check("core", content)).toEqual([]);
  });
});
