import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { didWords } from "./audit-words.ts";

const PACKAGES = join(import.meta.dirname, "../../../../../packages");
const ACTION = /\baction: "([a-z-]+\.[a-z-]+)"/g;

const actions = globSync("{services,db}/src/**/*.ts", { cwd: PACKAGES })
  .filter((path) => !path.endsWith(".test.ts"))
  .flatMap((path) => [...readFileSync(join(PACKAGES, path), "utf8").matchAll(ACTION)])
  .map(([, action = ""]) => action);

it("has words for everything that is noted", () => {
  expect(actions.length).toBeGreaterThan(50);
  const spelled = (action: string) => action.replaceAll(/[.-]/g, " ");
  const without = [...new Set(actions)].filter((action) => didWords(action).before === spelled(action));
  expect(without).toEqual([]);
});
