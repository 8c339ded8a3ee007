import { expect, it } from "vitest";
import { openApi } from "../testing/open-api.ts";
import { acceptChange, acknowledgeChange } from "./accept-change.ts";
import { acknowledgeSloAlert } from "./acknowledge-slo-alert.ts";

const ID = "01a2153c-1d7a-73a8-81cb-61cd0b36b70c";
const RUN = "01a2153c-191a-77f4-a8fa-f7602471b1f9";

const ALERT = {
  emails: ["a@shop.example"],
  webhookUrl: null,
  quietHours: null,
  state: "spent",
  since: "2026-11-20T18:00:00.000Z",
  checkedAt: "2026-11-20T18:30:00.000Z",
  acknowledgedAt: "2026-11-20T18:40:00.000Z",
  acknowledgedBy: null,
  signingKey: "whsec_secret",
  previousKeyUntil: null,
};

it("an acknowledged alert is returned without addresses and the key that webhooks are signed with", async () => {
  const route = `POST /v1/slos/${ID}/alert/acknowledge`;
  // A newer server answers with a field that this version doesn't know.
  const { api, asked } = await openApi({ [route]: { ...ALERT, addedLater: 1 } });
  const slo = `http://127.0.0.1:4000/services/shop/slos/${ID}`;
  const said = await acknowledgeSloAlert.answer(api, { slo });
  expect(asked).toEqual([{ route, body: {} }]);
  expect(said.structuredContent).toEqual({ state: "spent", acknowledgedAt: ALERT.acknowledgedAt });
  expect(JSON.stringify(said)).not.toMatch(/whsec|shop\.example/);
});

const CHANGE = {
  runId: RUN,
  runNumber: 15,
  earliestRun: 14,
  latestRun: 15,
  drift: null,
  direction: "rise",
  effect: "worse",
  before: 0.001,
  after: 0.002,
  found: true,
  acknowledged: null,
};
const TREND = {
  experiment: { id: ID, slug: "mix", name: "Mix" },
  service: { slug: "shop", name: "Shop" },
  url: `http://127.0.0.1:4000/experiments/${ID}/trend?metric=error-rate`,
  metric: "error-rate",
  unit: "share",
  better: "lower",
  label: null,
  runs: [],
  runsTotal: 20,
  searched: 20,
  baseline: null,
  changes: [CHANGE],
  targets: [],
  branches: [],
  environments: [],
};
const TREND_ROUTE = `GET /v1/experiments/${ID}/trend?metric=error-rate`;
const NOTE_ROUTE = `POST /v1/experiments/${ID}/trend/acknowledgements`;
const given = { experiment: ID, metric: "error-rate", atRun: 15, note: "the new index" };

it("a note on a change is sent with the change as the trend has it", async () => {
  const { api, asked } = await openApi({ [TREND_ROUTE]: TREND, [NOTE_ROUTE]: { id: "1" } });
  const said = await acknowledgeChange.answer(api, given);
  expect(said.structuredContent).toEqual({ url: TREND.url, atRun: 15, note: "the new index" });
  const about = {
    runId: RUN,
    metric: "error-rate",
    label: null,
    direction: "rise",
    before: 0.001,
    after: 0.002,
  };
  expect(asked.at(-1)).toEqual({ route: NOTE_ROUTE, body: { ...about, word: "the new index" } });
});

it("a change is accepted with its reason, and the answer says what later runs are compared with", async () => {
  const route = `POST /v1/experiments/${ID}/trend/accept`;
  const accepted = { id: "1", run: { id: RUN, number: 20 }, why: null };
  const { api, asked } = await openApi({ [TREND_ROUTE]: TREND, [route]: accepted });
  const { note: reason, ...change } = given;
  const said = await acceptChange.answer(api, { ...change, reason });
  expect(said.structuredContent).toEqual({ url: TREND.url, atRun: 15, reason, comparedWithRun: 20 });
  expect(asked.at(-1)).toMatchObject({ route, body: { runId: RUN, direction: "rise", reason } });
});

it("a change that has a note keeps it, and a run without a change gets none", async () => {
  const acknowledged = { word: "known", by: "Owner", at: "2026-11-20T18:40:00.000Z" };
  const { api, asked } = await openApi({
    [TREND_ROUTE]: { ...TREND, changes: [{ ...CHANGE, acknowledged }] },
  });
  const problem = async (atRun: number) =>
    JSON.stringify((await acknowledgeChange.answer(api, { ...given, atRun })).content);
  expect(await problem(15)).toContain("(conflict)");
  expect(await problem(14)).toContain("(not-found)");
  expect(asked.map(({ route }) => route)).toEqual([TREND_ROUTE, TREND_ROUTE]);
});
