/** What routes are asked with for things of another workspace. */

export const EVENT = '{"at":"2026-11-20T18:40:00Z","kind":"deploy","title":"v2"}';
export const PEAK_DAY = {
  name: "Black Friday",
  startsAt: "2026-11-27T00:00",
  endsAt: "2026-11-28T00:00",
  timeZone: "UTC",
  eventName: "doors open",
  eventAt: "2026-11-27T08:00",
};

export const GAMEDAY = {
  name: "Rehearsal",
  startsAt: "2026-11-20T00:00",
  endsAt: "2026-11-20T01:00",
  timeZone: "UTC",
  steps: [{ title: "Kill one instance" }],
};
export const FINDING = '{"title":"Alert was late","severity":"low"}';
export const ACTION = '{"title":"Scale up"}';
export const RISK = {
  target: "p99 <= 1 ms as measured",
  reason: "Far above the peak.",
  until: "2100-01-01T00:00:00Z",
  acceptedBy: "owner@home.example",
};

export const SLO = {
  name: "Fast",
  objectivePercent: 99.9,
  latencyMs: 300,
  window: { kind: "rolling", days: 30 },
};

export const CHANNEL = {
  name: "CI",
  kind: "webhook",
  url: "https://hooks.example/a",
  events: ["run.regressed"],
};
export const RUN =
  "timeStamp,elapsed,label,success\n1795200000000,100,Home,true\n1795200001000,120,Home,true\n";
