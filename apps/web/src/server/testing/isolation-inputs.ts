/** Ids of everything that a procedure can be asked for. */
export interface Ids {
  /** Two readable runs. */
  runs: readonly [string, string];
  deletedRun: string;
  experiment: string;
  service: string;
  serviceSlug: string;
  token: string;
  ciIdentity: string;
  person: string;
  invitation: string;
  comment: string;
  share: string;
  changeNote: string;
  peakDay: string;
  event: string;
  slo: string;
  action: string;
  risk: string;
  gameday: string;
  step: string;
  finding: string;
  channel: string;
  delivery: string;
  view: string;
}

const NOT_KNOWN_WORKLOAD = {
  groupName: "",
  tags: [],
  owner: "",
  requestSet: "",
  distinctRequests: null,
  durationSeconds: null,
  ratePerGenerator: null,
  generators: null,
  threadsPerGenerator: null,
  representsPeak: false,
  defaultBranch: "",
  targets: [],
};

export const PEAK_DAY = {
  name: "taken over",
  startsAt: "2026-11-27T00:00",
  endsAt: "2026-11-28T00:00",
  timeZone: "UTC",
  eventName: "doors open",
  eventAt: "2026-11-27T08:00",
  expectedPeak: null,
  expectedSource: "",
  owner: "",
  notes: "",
  earlier: [],
};

export const GAMEDAY = {
  name: "taken over",
  startsAt: "2026-11-20T20:00",
  endsAt: "2026-11-20T21:00",
  timeZone: "UTC",
  peakDay: "",
  environment: "",
  lead: "",
  roles: [],
  notes: "",
  steps: [],
};

export const SLO = {
  name: "Fast",
  label: "",
  objectivePercent: 99.9,
  latencyMs: 300,
  withoutError: true,
  window: { kind: "rolling" as const, days: 30 },
};
export const CHANNEL = {
  name: "CI",
  kind: "webhook" as const,
  service: null,
  events: ["run.regressed" as const],
};

function openSloOf(service: string): string {
  const metric = { metricSource: { type: "Headroom", spec: {} } };
  return JSON.stringify({
    apiVersion: "openslo/v1",
    kind: "SLO",
    metadata: { name: "taken-over" },
    spec: {
      service,
      indicator: { spec: { ratioMetric: { good: metric, total: metric } } },
      timeWindow: [{ duration: "30d", isRolling: true }],
      budgetingMethod: "Occurrences",
      objectives: [{ target: 0.999 }],
    },
  });
}

const CHANGE = { metric: "p99", label: null, direction: "rise", before: 1, after: 2, reason: "theirs" };
const ofRun = ({ runs: [runId] }: Ids) => ({ runId });
const trafficOf = ({ serviceSlug }: Ids) => ({
  service: serviceSlug,
  from: "2026-11-21T12:00:00.000Z",
  to: "2026-11-21T13:00:00.000Z",
  label: null,
});

/** Inputs of the procedures that take an id. All of them answer "not found" to other workspaces. */
export const NAMED: Record<string, (ids: Ids) => unknown> = {
  "savedViews.delete": ({ view }) => ({ id: view }),
  "comparison.get": ({ runs }) => ({ runIds: runs }),
  "comparison.gauges": ({ runs }) => ({ runIds: runs }),
  "comparison.nameOf": ofRun,
  "comparison.statistics": ({ runs }) => ({ runIds: runs }),
  "comparison.pairStatistics": ({ runs: [before, after] }) => ({
    pairs: [{ before: [before], after: [after] }],
  }),
  "experiment.get": ({ experiment }) => ({ experimentId: experiment }),
  "experiment.capacity": ({ experiment }) => ({ experimentId: experiment }),
  "experiment.runs": ({ experiment }) => ({ experimentId: experiment, page: 1 }),
  "experiment.update": ({ experiment }) => ({
    ...NOT_KNOWN_WORKLOAD,
    name: "taken over",
    experimentId: experiment,
    version: 1,
    targetsVersion: 0,
  }),
  "experiment.judgeByRules": ({ experiment }) => ({ experimentId: experiment }),
  "experiment.judgeRuns": ({ experiment }) => ({ experimentId: experiment }),
  "experiment.setBadge": ({ experiment }) => ({ experimentId: experiment, on: true }),
  "experiment.setConstantLoad": ({ experiment }) => ({ experimentId: experiment, constant: true }),
  "experiment.setErrorsBy": ({ experiment }) => ({ experimentId: experiment, errorsBy: "code" }),
  "experiment.setBaseline": ({ experiment, runs: [runId] }) => ({ experimentId: experiment, runId }),
  "experiment.delete": ({ experiment }) => ({ experimentId: experiment, confirmation: "theirs" }),
  "experiment.judgeRun": ofRun,
  "experiment.renameService": ({ service }) => ({ serviceId: service, name: "taken over" }),
  "service.get": ({ serviceSlug }) => ({ service: serviceSlug }),
  "service.traffic": trafficOf,
  "service.tests": ({ serviceSlug }) => ({ service: serviceSlug }),
  "service.watch": trafficOf,
  "service.traces": ({ serviceSlug }) => ({ service: serviceSlug, from: null, to: null }),
  "peakDay.get": ({ peakDay }) => ({ id: peakDay }),
  "peakDay.alert": ({ peakDay }) => ({ id: peakDay }),
  "peakDay.setAlert": ({ peakDay }) => ({ id: peakDay, minutes: 2 }),
  "peakDay.acknowledge": ({ peakDay }) => ({ id: peakDay }),
  "peakDay.watch": ({ peakDay }) => ({ id: peakDay }),
  "peakDay.create": ({ serviceSlug }) => ({ ...PEAK_DAY, service: serviceSlug }),
  "peakDay.update": ({ peakDay }) => ({ ...PEAK_DAY, id: peakDay, version: 1 }),
  "peakDay.delete": ({ peakDay }) => ({ id: peakDay }),
  "peakDay.deleteCurve": ({ peakDay }) => ({ id: peakDay }),
  "peakDay.typeCurve": ({ peakDay }) => ({
    id: peakDay,
    points: [
      { at: "2026-11-27T01:00", requestsPerSecond: 1 },
      { at: "2026-11-27T02:00", requestsPerSecond: 2 },
    ],
  }),
  "event.add": ({ serviceSlug }) => ({ service: serviceSlug, kind: "note", title: "taken over" }),
  "event.change": ({ serviceSlug, event }) => ({
    service: serviceSlug,
    eventId: event,
    at: "2026-11-21T12:00:00Z",
    kind: "note",
    title: "changed",
    url: null,
  }),
  "event.delete": ({ serviceSlug, event }) => ({ service: serviceSlug, eventId: event }),
  "readiness.headroom": ({ serviceSlug }) => ({ service: serviceSlug }),
  "readiness.forecast": ({ peakDay }) => ({ id: peakDay }),
  "readiness.open": ({ peakDay }) => ({ id: peakDay }),
  "readiness.addAction": ({ peakDay }) => ({ id: peakDay, title: "taken over", owner: "", dueAt: null }),
  "readiness.changeAction": ({ peakDay, action }) => ({ id: peakDay, actionId: action, closed: true }),
  "readiness.acceptRisk": ({ runs: [runId] }) => ({
    runId,
    target: "p99 <= 1 ms",
    reason: "taken over",
    until: "2026-12-01T00:00:00Z",
  }),
  "readiness.acceptRemoval": ({ experiment: experimentId }) => ({
    experimentId,
    reason: "taken over",
    until: "2026-12-01T00:00:00Z",
  }),
  "readiness.revokeRisk": ({ risk }) => ({ id: risk }),
  "gameday.get": ({ gameday }) => ({ id: gameday }),
  "gameday.choices": ({ serviceSlug }) => ({ service: serviceSlug }),
  "gameday.create": ({ serviceSlug }) => ({ ...GAMEDAY, service: serviceSlug }),
  "gameday.update": ({ gameday }) => ({ ...GAMEDAY, id: gameday, version: 1 }),
  "gameday.delete": ({ gameday }) => ({ id: gameday }),
  "gameday.tick": ({ gameday, step }) => ({ id: gameday, stepId: step, outcome: "as-expected", note: "" }),
  "gameday.addFinding": ({ gameday }) => ({
    id: gameday,
    title: "taken over",
    severity: "low",
    owner: "",
    dueAt: null,
    step: null,
  }),
  "gameday.changeFinding": ({ gameday, finding }) => ({ id: gameday, findingId: finding, closed: true }),
  "gameday.close": ({ gameday }) => ({ id: gameday }),
  "slo.list": ({ serviceSlug }) => ({ service: serviceSlug }),
  "slo.get": ({ slo }) => ({ id: slo }),
  "slo.watch": ({ slo }) => ({ id: slo }),
  // Its service is in the file; JSON is YAML, too.
  "slo.importOpenSlo": ({ serviceSlug }) => ({ source: openSloOf(serviceSlug) }),
  "slo.openSlo": ({ slo }) => ({ id: slo }),
  "slo.alert": ({ slo }) => ({ id: slo }),
  "slo.setAlert": ({ slo }) => ({ id: slo, emails: [], webhookUrl: "", quietHours: null }),
  "slo.acknowledge": ({ slo }) => ({ id: slo }),
  "slo.testAlert": ({ slo }) => ({ id: slo }),
  "slo.create": ({ serviceSlug }) => ({ ...SLO, service: serviceSlug }),
  "slo.update": ({ slo }) => ({ ...SLO, id: slo, version: 1 }),
  "slo.delete": ({ slo }) => ({ id: slo }),
  "mapping.get": ({ serviceSlug }) => ({ service: serviceSlug }),
  "mapping.metrics": ({ serviceSlug }) => ({ service: serviceSlug }),
  "mapping.preview": ({ serviceSlug }) => ({
    service: serviceSlug,
    source: { name: "A", kind: "gauge", parts: [{ metric: "a" }] },
  }),
  "mapping.mapSender": ({ serviceSlug }) => ({ sender: serviceSlug }),
  "mapping.update": ({ serviceSlug }) => ({ service: serviceSlug, foldPaths: false }),
  "run.get": ofRun,
  "run.live": ofRun,
  "run.window": ofRun,
  "run.sketch": ofRun,
  "run.timeline": ({ runs: [runId] }) => ({ runId, maxPoints: 100 }),
  "run.labels": ofRun,
  "run.sliceLengths": ({ runs: [runId] }) => ({ runId }),
  "run.slices": ({ runs: [runId] }) => ({ runId, sliceSeconds: 10 }),
  "run.heatmap": ofRun,
  "run.failures": ofRun,
  "run.slowest": ofRun,
  "run.gauges": ofRun,
  "run.reference": ofRun,
  "run.judgement": ({ runs: [runId] }) => ({ runId, judgementId: runId }),
  "run.capacity": ofRun,
  "run.likeness": ofRun,
  "run.events": ofRun,
  "run.comments": ofRun,
  "run.setSteady": ({ runs: [runId] }) => ({ runId, window: null }),
  "run.edit": ({ runs: [runId] }) => ({
    runId,
    seen: null,
    notes: "taken over",
    configuration: { taken: "over" },
    changed: "taken over",
    ratePerGenerator: 7,
    environment: null,
    commit: null,
    branch: null,
    ciUrl: null,
    price: null,
  }),
  "run.comment": ({ runs: [runId] }) => ({ runId, pin: {}, body: "taken over" }),
  "run.editComment": ({ comment }) => ({ commentId: comment, body: "taken over" }),
  "run.resolveComment": ({ comment }) => ({ commentId: comment, resolved: true }),
  "run.deleteComment": ({ comment }) => ({ commentId: comment }),
  "run.addEvent": ({ runs: [runId] }) => ({
    runId,
    at: "2026-11-21T12:00:00.000Z",
    kind: "note",
    title: "taken over",
  }),
  "run.parseAgain": ofRun,
  "run.fileTicket": ofRun,
  "run.setAside": ({ runs: [runId] }) => ({ runId, reason: "taken over" }),
  "run.undoSetAside": ofRun,
  "run.accept": ({ runs: [runId] }) => ({ runId, reason: "taken over" }),
  "run.undoAccept": ofRun,
  "run.delete": ofRun,
  "run.restore": ({ deletedRun }) => ({ runId: deletedRun }),
  "notification.update": ({ channel }) => ({ ...CHANNEL, id: channel, version: 1 }),
  "notification.delete": ({ channel }) => ({ id: channel }),
  "notification.test": ({ channel }) => ({ id: channel }),
  "notification.deliveries": ({ channel }) => ({ channel }),
  "notification.delivery": ({ delivery }) => ({ id: delivery }),
  "notification.replay": ({ delivery }) => ({ id: delivery }),
  "settings.revokeToken": ({ token }) => ({ tokenId: token }),
  "settings.rotateToken": ({ token }) => ({ tokenId: token, keepPreviousHours: 24 }),
  "settings.endPreviousSecrets": ({ token }) => ({ tokenId: token }),
  "settings.deleteCiIdentity": ({ ciIdentity }) => ({ identityId: ciIdentity }),
  "settings.updateMember": ({ person }) => ({ personId: person, role: "viewer" }),
  "settings.memberPowers": ({ person }) => ({ personId: person }),
  "settings.removeMember": ({ person }) => ({ personId: person, revokeShareLinks: true }),
  "settings.revokeInvitation": ({ invitation }) => ({ invitationId: invitation }),
  "settings.createToken": ({ service }) => ({
    name: "x",
    scopes: ["read"],
    serviceId: service,
    days: null,
  }),
  "share.list": ({ runs: [runId] }) => ({ subject: { kind: "run", runId } }),
  "share.create": ({ runs: [runId] }) => ({
    subject: { kind: "run", runId },
    expiresInDays: 7,
    passphrase: null,
  }),
  "share.revoke": ({ share }) => ({ shareId: share }),
  "trend.get": ({ experiment }) => ({
    experimentId: experiment,
    metric: "p99",
    axis: "date",
    label: null,
    branch: null,
    environment: null,
    from: null,
    to: null,
  }),
  "trend.accept": ({ experiment, runs: [runId] }) => ({ ...CHANGE, experimentId: experiment, runId }),
  "trend.undoAccept": ({ experiment, changeNote }) => ({
    experimentId: experiment,
    noteId: changeNote,
    acceptedRunId: null,
  }),
};

/** Inputs of the procedures that skip what they don't find and answer with the rest. */
export const LEFT_OUT: Record<string, (ids: Ids) => unknown> = {
  "run.running": ({ experiment }) => ({ experimentId: experiment }),
  "comparison.overlay": ({ runs }) => ({ runIds: runs, percentile: "p99" }),
  "comparison.rounds": ({ serviceSlug }) => ({
    serviceSlug,
    rounds: { by: "date", split: new Date("2030-01-01T00:00:00Z") },
  }),
  "run.deleted": ({ deletedRun }) => ({ runId: deletedRun }),
  // A service that it doesn't find by this name is created.
  "settings.createCiIdentity": ({ serviceSlug }) => ({
    name: "x",
    issuer: "https://gitlab.com",
    claims: { project_path: "acme/shop" },
    scopes: ["read"],
    service: serviceSlug,
  }),
};

/** Inputs of the procedures that take no id and answer for the session's own workspace. */
export const OWN: Record<string, unknown> = {
  "savedViews.list": { page: "experiments" },
  "savedViews.save": { page: "experiments", name: "taken over", query: "", shared: true },
  "run.unsure": undefined,
  "catalog.list": {
    search: "",
    service: "",
    group: "",
    tag: "",
    environment: "",
    owner: "",
    outcome: "all",
    sort: "latest",
    direction: "desc",
    page: 1,
  },
  "catalog.choices": undefined,
  "service.list": undefined,
  "mapping.senders": undefined,
  "peakDay.list": undefined,
  "peakDay.services": undefined,
  "gameday.list": undefined,
  "readiness.next": undefined,
  "readiness.coming": undefined,
  "catalog.overview": undefined,
  "catalog.openHome": undefined,
  "comparison.find": { text: "" },
  "experiment.suggestions": undefined,
  "experiment.create": { ...NOT_KNOWN_WORKLOAD, name: "Mix", service: "Shop" },
  "demo.state": undefined,
  "demo.load": undefined,
  "demo.remove": undefined,
  "firstRun.state": undefined,
  "firstRun.makeToken": undefined,
  "notification.channels": undefined,
  "notification.create": { ...CHANNEL, url: "https://hooks.example/b" },
  "palette.find": { text: "" },
  "settings.members": undefined,
  "settings.invitations": undefined,
  "settings.invite": { email: "new@intruder.example", role: "viewer" },
  "settings.tokens": undefined,
  "settings.ciIdentities": undefined,
  "settings.audit": { actions: [], before: null },
  "settings.workspace": undefined,
  "settings.usage": undefined,
  "settings.health": undefined,
  "slo.all": undefined,
  "slo.rotateKey": { keepPreviousHours: 24 },
  "settings.rename": { name: "Renamed" },
  "settings.update": { keepRawFiles: false },
  "upload.ticket": undefined,
  "upload.experiments": { search: "" },
  "upload.destination": { service: "Shop", experiment: "Peak mix" },
  // The last one: it has the name that it was given above.
  "settings.delete": { confirmation: "Renamed" },
};

/** Procedures of a person rather than of a workspace; their own tests cover them. */
export const isPersonal = (procedure: string) => procedure.startsWith("account.");
