import { readFileSync, readdirSync } from "node:fs";
import { join, relative } from "node:path";
import { expect, it } from "vitest";
import { root } from "./paths.mjs";

const folders = [join(root, "tooling"), join(root, "tooling", "src")];
const scripts = folders.flatMap((folder) =>
  readdirSync(folder)
    .filter((name) => name.endsWith(".mjs"))
    .map((name) => join(folder, name)),
);

/** `npm start` runs them on whatever Node is installed, before the packages and before Node 24 are there. */
it.each(scripts.map((script) => relative(root, script)))(
  "%s imports plain JavaScript and Node's own modules only",
  (script) => {
    const imported = [
      ...readFileSync(join(root, script), "utf8").matchAll(/^(?:import .*|\} )from "(.+)";$/gm),
    ];
    expect(imported.map(([, from]) => from).filter((from = "") => !/^node:|^\..*\.mjs$/.test(from))).toEqual(
      [],
    );
  },
);
