import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { root } from "./paths.mjs";

const read = (page: string) => readFileSync(join(root, page), "utf8");
const pagesIn = (...patterns: string[]) => globSync(patterns, { cwd: root }).toSorted();
const pages = pagesIn("*.md", "docs/**/*.md");

describe("an index links each of its pages once:", () => {
  it.each([
    { index: "docs/README.md", listed: [...pagesIn("docs/*.md"), ...pagesIn("docs/*/README.md")] },
    { index: "docs/decisions/README.md", listed: pagesIn("docs/decisions/*.md") },
  ])("$index", ({ index, listed }) => {
    const linked = linksOf(index).map(({ file }) => file);
    const others = listed.filter((page) => page !== index);
    expect(linked.filter((file) => others.includes(file)).toSorted()).toEqual(others.toSorted());
  });
});

it("pages link only to files and headings that exist", () => {
  const links = pages.flatMap(linksOf);
  expect(links.length).toBeGreaterThan(400);
  const dead = links.filter(
    ({ file, heading }) =>
      !existsSync(join(root, file)) || (heading !== undefined && !headingsOf(file).has(heading)),
  );
  expect(dead.map(({ page, target }) => `${page}: ${target}`)).toEqual([]);
});

it("CONTRIBUTING.md lists every npm script", () => {
  const { scripts } = JSON.parse(read("package.json")) as { scripts: Record<string, string> };
  const [, table = ""] = /^## Commands\n(.*?)^## /ms.exec(read("CONTRIBUTING.md")) ?? [];
  const named = [...table.matchAll(/^\| (`.*?)\|/gm)].flatMap(([, cell = ""]) =>
    [...cell.matchAll(/`(?:npm (?:run )?)?([\w:-]+)`/g)].map(([, name = ""]) => name),
  );
  expect(named.toSorted()).toEqual(Object.keys(scripts).toSorted());
});

/** The links of a page to files of the repository. Code has none. */
function linksOf(page: string) {
  const targets = read(page)
    .replaceAll(/^```.*?^```/gms, "")
    .replaceAll(/`[^`\n]*`/g, "code")
    .matchAll(/\]\(([^)\s]+)\)/g);
  return [...targets]
    .map(([, target = ""]) => target)
    .filter((target) => !/^[a-z]+:/.test(target))
    .map((target) => {
      const [path = "", heading] = target.split("#", 2);
      return { page, target, file: path === "" ? page : join(dirname(page), path), heading };
    });
}

/** As GitHub names them in an address. */
function headingsOf(page: string): Set<string> {
  const headings = read(page)
    .replaceAll(/^```.*?^```/gms, "")
    .matchAll(/^#+ (.*)$/gm);
  return new Set(
    [...headings].map(([, text = ""]) =>
      text
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}_ -]/gu, "")
        .replaceAll(" ", "-"),
    ),
  );
}
