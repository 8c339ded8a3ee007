import { mkdtemp, rm } from "node:fs/promises";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { parseArgs } from "node:util";
import { MINUTE_MILLIS } from "@headroom/core";
import { planFaults } from "@headroom/db/testing";
import { fillDisk } from "./chaos-disk.ts";
import { floodGauges, floodKeys, largeUploads, slowUploads } from "./chaos-floods.ts";
import { killDuringUploads } from "./chaos-kills.ts";
import { cellsOf, HEADINGS } from "./chaos-row.ts";
import type { ChaosRow } from "./chaos-row.ts";
import { twoIngests } from "./chaos-two-ingests.ts";
import { openInstallation } from "./installation.ts";
import type { Installation } from "./installation.ts";
import { memoryOf } from "./watch-health.ts";

/*
 * One fault after another on a whole installation that is restarted the way npm start does. Prints a table, and fails if
 * an upload was lost or doubled.
 */
const { values } = parseArgs({
  options: {
    seed: { type: "string", default: "2022" },
    kills: { type: "string", default: "28" },
    "database-kills": { type: "string", default: "5" },
    files: { type: "string", default: "20" },
    megabytes: { type: "string", default: "300" },
    "after-minutes": { type: "string", default: "10" },
  },
});
/** The same seed is the same faults at the same statements, in the same order. */
const kills = Number(values.kills);
const planned = planFaults(Number(values.seed), kills + Number(values["database-kills"]));
const faults = { ingest: planned.slice(0, kills), database: planned.slice(kills) };
const folder = await mkdtemp(join(tmpdir(), "headroom-chaos-"));
const rows: ChaosRow[] = [];

function say(row: ChaosRow | null): void {
  if (row === null) return console.log("no disk could be made (mounting a tmpfs needs root): not tried");
  rows.push(row);
  console.log(`| ${cellsOf(row).join(" | ")} |`);
}

async function breakEverything(installation: Installation): Promise<void> {
  say(await killDuringUploads(installation, { which: "ingest", faults: faults.ingest }));
  say(await killDuringUploads(installation, { which: "database", faults: faults.database }));
  say(await twoIngests(installation));
  say(await slowUploads(installation));
  say(await floodGauges(installation));
  say(await floodKeys(installation));
  const [files, megabytes] = [Number(values.files), Number(values.megabytes)];
  say(await largeUploads(installation, folder, { files, megabytes }));
  await delay(Number(values["after-minutes"]) * MINUTE_MILLIS);
  const { web, ingest } = memoryOf(installation);
  console.log(`memory ${values["after-minutes"]} minutes later: web ${web} MB, ingest ${ingest} MB`);
}

try {
  console.log(`seed ${values.seed}, load ${loadavg()[0]?.toFixed(1) ?? ""}`);
  const cut = { kill: "ingest killed", cut: "ingest cut off" };
  console.log(faults.ingest.map(({ kind, point }) => `${cut[kind]} before ${point}`).join(", "));
  console.log(faults.database.map(({ point }) => `PostgreSQL killed before ${point}`).join(", "));
  console.log(`| ${HEADINGS.join(" | ")} |`);
  console.log(`|${HEADINGS.map(() => " --- ").join("|")}|`);
  const installation = await openInstallation(join(folder, "installation"));
  try {
    await breakEverything(installation);
  } finally {
    await installation.close();
  }
  say(await fillDisk(folder));
  const wrong = rows.reduce((sum, { lost, doubled }) => sum + lost + doubled, 0);
  if (wrong > 0) throw new Error(`${wrong} uploads were lost, doubled or wrong`);
} finally {
  await rm(folder, { recursive: true, force: true });
}
