import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { fillWorkspace } from "./fill-workspace.ts";
import type { Instance } from "./fill-workspace.ts";

/*
 * Creates a workspace with thousands of experiments and runs in the running instance:
 * node bench/seed/seed-workspace.ts --workspace large --experiments 10000 --runs 10000 --deep 1000
 */
const { values } = parseArgs({
  options: {
    workspace: { type: "string", default: "large" },
    experiments: { type: "string", default: "10000" },
    runs: { type: "string", default: "10000" },
    services: { type: "string", default: "25" },
    deep: { type: "string", default: "1000" },
    detailed: { type: "string", default: "100" },
  },
});
const localFile =
  process.env["HEADROOM_LOCAL_JSON"] ?? join(import.meta.dirname, "../../.headroom/local.json");
const instance = JSON.parse(readFileSync(localFile, "utf8")) as Instance;
const began = performance.now();
const filled = await fillWorkspace(instance, {
  workspace: values.workspace,
  experiments: Number(values.experiments),
  runs: Number(values.runs),
  services: Number(values.services),
  deep: Number(values.deep),
  detailed: Number(values.detailed),
});
console.log(JSON.stringify({ ...filled, seconds: Math.round((performance.now() - began) / 100) / 10 }));
