import { EVENT, PEAK_DAY, GAMEDAY, FINDING, ACTION, RISK, SLO, CHANNEL } from "./isolation-bodies.ts";

/** An ID that exists in no workspace. */
export const NOWHERE = "01a1fe48-0000-7000-8000-000000000000";
const OTHER = "01a1fe48-0000-7000-8000-000000000001";

/** A request for each route that takes an ID, with the IDs left open. */
interface Named {
  url: (ids: Ids) => string;
  body?: string | ((ids: Ids) => string);
}

export const IDS = [
  "run",
  "experiment",
  "part",
  "peakDay",
  "event",
  "slo",
  "risk",
  "action",
  "gameday",
  "step",
  "finding",
  "share",
  "token",
  "ciIdentity",
  "channel",
  "delivery",
] as const;
export type Ids = Record<(typeof IDS)[number], string>;

const ofRun =
  (rest = "") =>
  ({ run }: Ids) =>
    `/v1/runs/${run}${rest}`;

const ofService =
  (rest: string) =>
  ({ run }: Ids) =>
    `/v1/services/${run === NOWHERE ? "nowhere" : "shop"}${rest}`;

const ofExperiment =
  (rest: string) =>
  ({ experiment }: Ids) =>
    `/v1/experiments/${experiment}${rest}`;

const ofEvent = (ids: Ids) => ofService(`/events/${ids.event}`)(ids);
const ofPeakDay = ({ peakDay }: Ids) => `/v1/peak-days/${peakDay}`;
const ofGameday =
  (rest = "") =>
  ({ gameday }: Ids) =>
    `/v1/gamedays/${gameday}${rest}`;
const ofSlo = ({ slo }: Ids) => `/v1/slos/${slo}`;
const ofChannel = ({ channel }: Ids) => `/v1/channels/${channel}`;
const ofDelivery = ({ delivery }: Ids) => `/v1/deliveries/${delivery}`;

export const NAMED: Record<string, Named> = {
  "GET /v1/runs/:id": { url: ofRun() },
  "DELETE /v1/runs/:id": { url: ofRun() },
  "POST /v1/runs/:id/restore": { url: ofRun("/restore") },
  "DELETE /v1/experiments/:id": { url: ofExperiment("?confirmation=Mix") },
  "POST /v1/judge-again": { url: ({ experiment }) => `/v1/judge-again?experiment=${experiment}` },
  "GET /v1/runs/:id/capacity": { url: ofRun("/capacity") },
  "GET /v1/experiments/:id/capacity": { url: ofExperiment("/capacity") },
  "POST /v1/experiments/:id/trend/accept": {
    url: ofExperiment("/trend/accept"),
    body: ({ run }) =>
      JSON.stringify({ runId: run, metric: "p99", direction: "rise", before: 1, after: 2, reason: "v2" }),
  },
  "POST /v1/experiments/:id/trend/acknowledgements": {
    url: ofExperiment("/trend/acknowledgements"),
    body: ({ run }) =>
      JSON.stringify({ runId: run, metric: "p99", direction: "rise", before: 1, after: 2, word: "v2" }),
  },
  "GET /v1/experiments/:id/trend": { url: ofExperiment("/trend") },
  "GET /v1/runs/:id/failures": { url: ofRun("/failures") },
  "GET /v1/runs/:id/slowest": { url: ofRun("/slowest") },
  "GET /v1/runs/:id/codes": { url: ofRun("/codes") },
  "GET /v1/runs/:id/likeness": { url: ofRun("/likeness") },
  "GET /v1/runs/:id/verdict": { url: ofRun("/verdict") },
  "GET /v1/runs/:id/window": { url: ofRun("/window") },
  "GET /v1/runs/:id/slices": { url: ofRun("/slices") },
  "GET /v1/runs/:id/cells.parquet": { url: ofRun("/cells.parquet") },
  "GET /v1/runs/:id/labels": { url: ofRun("/labels") },
  "GET /v1/comparisons": { url: ({ run }) => `/v1/comparisons?runs=${run},${OTHER}` },
  "GET /v1/runs/:id/gauges": { url: ofRun("/gauges") },
  "POST /v1/runs/:id/gauges": { url: ofRun("/gauges"), body: "timestamp,cpu\n1795200000,50\n" },
  "GET /v1/runs/:id/events": { url: ofRun("/events") },
  "POST /v1/runs/:id/events": {
    url: ofRun("/events"),
    body: '[{"at":"2026-11-20T18:40:00Z","kind":"deploy","title":"v2"}]',
  },
  "PUT /v1/runs/:id/aside": { url: ofRun("/aside"), body: '{"reason":"taken over"}' },
  "DELETE /v1/runs/:id/aside": { url: ofRun("/aside") },
  "POST /v1/runs/:id/accept": { url: ofRun("/accept"), body: '{"reason":"taken over"}' },
  "DELETE /v1/runs/:id/accept": { url: ofRun("/accept") },
  "PATCH /v1/runs/:id": { url: ofRun(""), body: '{"configuration":{"taken":"over"},"generators":7}' },
  "PUT /v1/runs/:id/price": { url: ofRun("/price"), body: '{"price":"14.40 USD/h"}' },
  "GET /v1/runs/:id/live": { url: ofRun("/live") },
  "POST /v1/runs/:id/cells": {
    url: ofRun("/cells"),
    body: '{"writer":"w","attempt":"a","sequence":1,"cells":[]}',
  },
  "POST /v1/runs/:id/finish": { url: ofRun("/finish"), body: "{}" },
  "GET /v1/runs/:id/raw": { url: ofRun("/raw") },
  "GET /v1/runs/:id/raw/:part": { url: ({ run, part }) => `/v1/runs/${run}/raw/${part}` },
  "POST /v1/runs/:id/reparse": { url: ofRun("/reparse") },
  "POST /v1/services/:service/traffic/runs": {
    url: ofService("/traffic/runs"),
    body: '{"experiment":"Theirs","from":"2026-11-20T18:00:00Z","to":"2026-11-20T18:10:00Z"}',
  },
  "GET /v1/services/:service/traffic": { url: ofService("/traffic") },
  "POST /v1/unmapped-senders/:sender/service": {
    url: ({ run }) => `/v1/unmapped-senders/${run === NOWHERE ? "nowhere" : "ghost"}/service`,
  },
  "GET /v1/services/:service/traces": { url: ofService("/traces") },
  "GET /v1/services/:service/mapping": { url: ofService("/mapping") },
  "GET /v1/services/:service/events": { url: ofService("/events") },
  "POST /v1/services/:service/events": { url: ofService("/events"), body: EVENT },
  "PUT /v1/services/:service/events/:id": { url: ofEvent, body: EVENT },
  "DELETE /v1/services/:service/events/:id": { url: ofEvent },
  "POST /v1/services/:service/events/:id/comparison": { url: (ids) => `${ofEvent(ids)}/comparison` },
  "GET /v1/services/:service/headroom": { url: ofService("/headroom") },
  "GET /v1/peak-days/:id/readiness": { url: (ids) => `${ofPeakDay(ids)}/readiness` },
  "POST /v1/peak-days/:id/actions": { url: (ids) => `${ofPeakDay(ids)}/actions`, body: ACTION },
  "PATCH /v1/peak-days/:id/actions/:action": {
    url: (ids) => `${ofPeakDay(ids)}/actions/${ids.action}`,
    body: '{"closed":true}',
  },
  "GET /v1/accepted-risks": {
    url: ({ run }) => `/v1/accepted-risks?service=${run === NOWHERE ? "nowhere" : "shop"}`,
  },
  "POST /v1/runs/:id/accepted-risks": { url: ofRun("/accepted-risks"), body: JSON.stringify(RISK) },
  "POST /v1/experiments/:id/accepted-risks": {
    url: ofExperiment("/accepted-risks"),
    body: JSON.stringify({ ...RISK, target: undefined }),
  },
  "DELETE /v1/accepted-risks/:id": { url: ({ risk }) => `/v1/accepted-risks/${risk}` },
  "GET /v1/peak-days/:id": { url: ofPeakDay },
  "PUT /v1/peak-days/:id": { url: ofPeakDay, body: JSON.stringify({ ...PEAK_DAY, version: 1 }) },
  "GET /v1/peak-days/:id/alert": { url: (ids) => `${ofPeakDay(ids)}/alert` },
  "PUT /v1/peak-days/:id/alert": { url: (ids) => `${ofPeakDay(ids)}/alert`, body: "{}" },
  "POST /v1/peak-days/:id/alert/acknowledge": { url: (ids) => `${ofPeakDay(ids)}/alert/acknowledge` },
  "DELETE /v1/peak-days/:id": { url: ofPeakDay },
  "POST /v1/peak-days/:id/curve": {
    url: (ids) => `${ofPeakDay(ids)}/curve`,
    body: "time,rps (req/s)\n1795200000,50\n",
  },
  "PUT /v1/peak-days/:id/curve": {
    url: (ids) => `${ofPeakDay(ids)}/curve`,
    body: '{"points":[{"at":"2026-11-27T00:00","requestsPerSecond":1},{"at":"2026-11-27T01:00","requestsPerSecond":2}]}',
  },
  "DELETE /v1/peak-days/:id/curve": { url: (ids) => `${ofPeakDay(ids)}/curve` },
  "GET /v1/gamedays/:id": { url: ofGameday() },
  "PUT /v1/gamedays/:id": { url: ofGameday(), body: JSON.stringify({ ...GAMEDAY, version: 1 }) },
  "DELETE /v1/gamedays/:id": { url: ofGameday() },
  "PUT /v1/gamedays/:id/steps/:step/tick": {
    url: (ids) => ofGameday(`/steps/${ids.step}/tick`)(ids),
    body: '{"outcome":"as-expected"}',
  },
  "POST /v1/gamedays/:id/findings": { url: ofGameday("/findings"), body: FINDING },
  "PATCH /v1/gamedays/:id/findings/:finding": {
    url: (ids) => ofGameday(`/findings/${ids.finding}`)(ids),
    body: '{"closed":true}',
  },
  "POST /v1/gamedays/:id/close": { url: ofGameday("/close"), body: "{}" },
  "POST /v1/shares": {
    url: () => "/v1/shares",
    body: ({ run }) => JSON.stringify({ subject: { kind: "run", runId: run } }),
  },
  "GET /v1/shares": { url: ({ run }) => `/v1/shares?run=${run}` },
  "DELETE /v1/shares/:id": { url: ({ share }) => `/v1/shares/${share}` },
  "DELETE /v1/ci-identities/:id": { url: ({ ciIdentity }) => `/v1/ci-identities/${ciIdentity}` },
  "DELETE /v1/tokens/:id": { url: ({ token }) => `/v1/tokens/${token}` },
  "POST /v1/tokens/:id/rotate": { url: ({ token }) => `/v1/tokens/${token}/rotate`, body: "{}" },
  "DELETE /v1/tokens/:id/previous-secrets": { url: ({ token }) => `/v1/tokens/${token}/previous-secrets` },
  "GET /v1/slos/:id": { url: ofSlo },
  "GET /v1/slos/:id/openslo": { url: (ids) => `${ofSlo(ids)}/openslo` },
  "GET /v1/slos/:id/report": { url: (ids) => `${ofSlo(ids)}/report` },
  "GET /v1/slos/:id/alert": { url: (ids) => `${ofSlo(ids)}/alert` },
  "PUT /v1/slos/:id/alert": { url: (ids) => `${ofSlo(ids)}/alert`, body: "{}" },
  "POST /v1/slos/:id/alert/acknowledge": { url: (ids) => `${ofSlo(ids)}/alert/acknowledge` },
  "POST /v1/slos/:id/alert/test": { url: (ids) => `${ofSlo(ids)}/alert/test` },
  "PUT /v1/experiments/:id/badge": { url: ofExperiment("/badge"), body: '{"on":true}' },
  "PUT /v1/experiments/:id/baseline": { url: ofExperiment("/baseline"), body: '{"run":null}' },
  "PUT /v1/experiments/:id/constant-load": { url: ofExperiment("/constant-load"), body: '{"constant":true}' },
  "PUT /v1/slos/:id": { url: ofSlo, body: JSON.stringify({ ...SLO, version: 1 }) },
  "DELETE /v1/slos/:id": { url: ofSlo },
  "GET /v1/channels/:id": { url: ofChannel },
  "PUT /v1/channels/:id": { url: ofChannel, body: JSON.stringify({ ...CHANNEL, version: 1 }) },
  "DELETE /v1/channels/:id": { url: ofChannel },
  "POST /v1/channels/:id/test": { url: (ids) => `${ofChannel(ids)}/test` },
  "GET /v1/deliveries/:id": { url: ofDelivery },
  "POST /v1/deliveries/:id/replay": { url: (ids) => `${ofDelivery(ids)}/replay` },
  "PATCH /v1/services/:service/mapping": { url: ofService("/mapping"), body: '{"foldPaths":false}' },
  "POST /v1/services/:service/mapping/preview": {
    url: ofService("/mapping/preview"),
    body: '{"source":{"name":"A","kind":"gauge","parts":[{"metric":"a"}]}}',
  },
};
