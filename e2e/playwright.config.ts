import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { defineConfig } from "@playwright/test";

const localFile =
  process.env["HEADROOM_LOCAL_JSON"] ?? join(import.meta.dirname, "..", ".headroom", "local.json");
const reportFile = process.env["HEADROOM_JOURNEYS_REPORT"];
const executablePath = process.env["HEADROOM_CHROMIUM"];

/**
 * Journeys against a running product. `npm test` brings up a fresh one and names it in HEADROOM_LOCAL_JSON; without
 * that they run against the one that `npm start` left in .headroom/local.json.
 */
export default defineConfig({
  testDir: "specs",
  outputDir: join(import.meta.dirname, "..", "test-results"),
  fullyParallel: true,
  // One more than most machines have cores: a journey waits for the servers a third of its time.
  workers: 3,
  retries: 0,
  forbidOnly: Boolean(process.env["CI"]),
  reporter: reportFile === undefined ? "list" : [["line"], ["json", { outputFile: reportFile }]],
  // A long journey takes a minute, and several on a busy machine. This only ends what hangs.
  timeout: 300_000,
  expect: { timeout: 15_000 },
  use: {
    baseURL: webUrl(),
    browserName: "chromium",
    // Without its film, which takes as long as the journey, and its copies of the page, which take a fifth of it. What a
    // failed journey leaves instead is a picture of the page and its text.
    trace: { mode: "retain-on-failure", screenshots: false, snapshots: false },
    screenshot: "only-on-failure",
    timezoneId: "UTC",
    locale: "en-GB",
    // A colour on its way to another has no contrast that could be measured.
    contextOptions: { reducedMotion: "reduce" },
    launchOptions: {
      ...(executablePath === undefined ? {} : { executablePath }),
      args: [
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        // Compiled scripts belong to a process, and the empty page between two journeys would otherwise end it.
        "--renderer-process-limit=1",
      ],
    },
  },
});

/** Without a running product the settings are still read: by editors, and by the check for dead exports. */
function webUrl(): string {
  if (!existsSync(localFile)) return "http://127.0.0.1:4000";
  const local = JSON.parse(readFileSync(localFile, "utf8")) as { webUrl: string };
  return local.webUrl;
}
