import { openDatabase } from "../database.ts";
import { claimInstance } from "../jobs/instance.ts";
import { seedRun } from "./run.ts";
import type { SeededExperiment } from "./run.ts";

// An upload that never finishes: reports when its cells are written, and waits to be killed.
const [url = "", experiment = ""] = process.argv.slice(2);
const instance = await claimInstance(url);
const seeded = JSON.parse(experiment) as SeededExperiment;
await seedRun(
  openDatabase({ url }),
  seeded,
  { a: { 0: [1_000] } },
  { number: 1_000, instance: instance.number(), publish: false },
);
process.stdout.write("writing\n");
