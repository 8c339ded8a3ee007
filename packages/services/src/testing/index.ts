export { startOidcServer, type OidcServer } from "./oidc-server.ts";
export {
  newTestPerson,
  TEST_ORIGIN,
  TEST_PASSWORD,
  testAccounts,
  type TestAccounts,
  type TestPerson,
} from "./accounts.ts";
export {
  Importing,
  TEST_IMPORT_LIMITS,
  TEST_WEB_URL,
  warningsBeside,
  testSamples,
  type Traces,
} from "./importing.ts";
export {
  openJudgedRuns,
  shownIn,
  type AskedRun,
  type JudgedPair,
  type JudgedRun,
  type Shown,
} from "./judged/judged-run.ts";
export { storedSentences } from "./judged/stored-sentences.ts";
export { batchOf, cellOf, cellsOf, LiveClient, TEST_LIVE_LIMITS } from "./live.ts";
export { NotedRuns } from "./noted-runs.ts";
export {
  openHangingProxy,
  openStatementProxy,
  planFaults,
  pointReader,
  UPLOAD_POINTS,
  type Fault,
} from "@headroom/db/testing";
export { readLiveTraffic } from "./live-traffic.ts";
export { comparableSource, sampleSource, steadySamples, type Sample } from "./sample-source.ts";
export { addMember, signInSomebody, testMailer, TEST_SECRET } from "./people.ts";
export { createTenant, type Tenant } from "./tenant.ts";
export {
  ageRunningJobsOf,
  createTestServices,
  delaysOf,
  dueJobsOf,
  forgetJobsOf,
  holdTableOf,
  moveTestServices,
  restoreTestServices,
  backUpTestServices,
  restoreBackup,
  tablesWith,
  type TestServices,
} from "./test-services.ts";
export { traceInMemory } from "./traced-spans.ts";
