import { createHash, hash } from "node:crypto";
import { AttributeFold, HeadroomError, ReplicaScan, TrafficFold } from "@headroom/core";
import type { FoldedTraffic, MetricSink, ReplicaLabels } from "@headroom/core";
import {
  addMetrics,
  FIRST_MAPPING,
  noteUnmappedSenders,
  receiveTraffic,
  runForMetrics,
} from "@headroom/services";
import type { Context, KnownService, ServiceMapping, TrafficIntake } from "@headroom/services";
import type { Slices } from "@headroom/formats";
import type { Deps } from "../deps.ts";
import { MainThreadTurns } from "../upload/main-thread-turns.ts";
import { ServiceFolds } from "./service-folds.ts";
import type { WireTarget } from "./wire-target.ts";

export interface WireBody<Result> {
  body: Uint8Array;
  /** What else makes two requests different. */
  query: string;
  target: WireTarget;
  /** Tags that name a service, the first one that a series has. */
  serviceTags: readonly string[];
  /** `resource` gets the attributes of each resource, if the protocol has them. */
  decode: (body: Uint8Array, sink: MetricSink, resource?: AttributeFold["take"]) => Slices<Result>;
}

/** Bodies are decoded on the main thread, which other requests need too. */
const turns = new MainThreadTurns();

export interface AcceptedTraffic<Result> {
  result: Result;
  /** Values that were left out, and why: the first ones. */
  refused: { count: number; reasons: string[] };
}

/** Where accepted metrics go. */
type Intakes = Pick<
  Deps,
  "traffic" | "intake" | "liveLimits" | "storageLimit" | "replicaLabels" | "rateLimits"
>;

/** Takes in a body of metrics: once this resolves, what it brought is durable. */
export async function acceptTraffic<Result>(
  ctx: Context,
  intakes: Intakes,
  wire: WireBody<Result>,
): Promise<AcceptedTraffic<Result>> {
  const { run, service: name } = wire.target;
  intakes.rateLimits.addLiveBytes(ctx.workspaceId, wire.body.length);
  if (run !== null) return acceptForRun({ ctx, intakes, run }, wire);
  const intake = intakes.traffic;
  const { replicaLabels } = intakes;
  const digest = digestOf(wire);
  const { result, found, refused } =
    name === null && !isForOneService(ctx)
      ? await byTags({ ctx, intake, replicaLabels }, wire)
      : await ofService({ ctx, intake, replicaLabels }, wire);
  await Promise.all(
    found.map(({ service, traffic }) =>
      receiveTraffic({ ctx, intake, input: { serviceId: service.id, traffic, digest } }),
    ),
  );
  const all = found.map(({ traffic }) => traffic);
  return { result, refused: withRefused(refused, all) };
}

/** A run's data stays, so it counts towards the workspace's limit. */
async function acceptForRun<Result>(
  { ctx, intakes, run }: { ctx: Context; intakes: Intakes; run: string },
  wire: WireBody<Result>,
): Promise<AcceptedTraffic<Result>> {
  const { intake, traffic: services, liveLimits: limits, storageLimit } = intakes;
  const { serviceId, namedAttributes } = await runForMetrics(ctx, intake, run);
  await storageLimit.assertEnough(ctx);
  const { mapping } = await services.serviceOfRun(ctx, serviceId);
  // A run has all its data from one test, so it can be simulated beside real traffic.
  const replicas = new ReplicaScan(intakes.replicaLabels);
  const fold = openFold(ctx, {
    mapping: { ...mapping, takesSimulated: true },
    replicas,
    isNews: () => false,
  });
  const attributes = new AttributeFold(namedAttributes);
  const result = await turns.all(
    ctx.workspaceId,
    wire.decode(wire.body, fold, (resource) => attributes.take(resource)),
  );
  const traffic = fold.finish();
  const input = {
    run,
    traffic,
    attributes: attributes.finish(),
    digest: digestOf(wire),
    bytesIn: wire.body.length,
    limits,
  };
  await addMetrics({ ctx, intake, input });
  return { result, refused: withRefused({ count: 0, reasons: [] }, [traffic]) };
}

function withRefused(
  refused: AcceptedTraffic<unknown>["refused"],
  all: readonly FoldedTraffic[],
): AcceptedTraffic<unknown>["refused"] {
  const reasons = all.flatMap(({ refused: own }) => own.map(({ at, reason }) => `${at}: ${reason}`));
  const count = all.reduce((sum, { refusals }) => sum + refusals, refused.count);
  return { count, reasons: [...refused.reasons, ...reasons].slice(0, 3) };
}

interface Found {
  service: KnownService;
  traffic: FoldedTraffic;
}

interface Decoded<Result> {
  result: Result;
  found: Found[];
  /** Refused before it was known which service it belongs to. */
  refused: AcceptedTraffic<unknown>["refused"];
}

interface Door {
  ctx: Context;
  intake: TrafficIntake;
  replicaLabels: ReplicaLabels;
}

async function ofService<Result>(
  { ctx, intake, replicaLabels }: Door,
  { body, decode, target }: WireBody<Result>,
): Promise<Decoded<Result>> {
  const service = await intake.serviceOf(ctx, target.service);
  const fold = openFold(ctx, {
    mapping: service.mapping,
    replicas: new ReplicaScan(replicaLabels),
    isNews: (metric) => intake.isNewsOf(service.id, metric),
  });
  const result = await turns.all(ctx.workspaceId, decode(body, fold));
  const none = { count: 0, reasons: [] };
  return { result, found: [{ service, traffic: fold.finish() }], refused: none };
}

async function byTags<Result>(
  { ctx, intake, replicaLabels }: Door,
  { body, serviceTags, decode }: WireBody<Result>,
): Promise<Decoded<Result>> {
  const news = new Map<string, boolean>();
  const read = async (mappingOf: (name: string) => ServiceMapping) => {
    const replicas = new ReplicaScan(replicaLabels);
    const isNewsOf = (name: string) => (metric: string) => {
      const key = `${ctx.workspaceId} ${name} ${metric}`;
      return getOrAdd(news, key, () => intake.isNewsOf(`${ctx.workspaceId} ${name}`, metric));
    };
    const folds = new ServiceFolds(serviceTags, (name) =>
      openFold(ctx, { mapping: mappingOf(name), replicas, isNews: isNewsOf(name) }),
    );
    const result = await turns.all(ctx.workspaceId, decode(body, folds));
    const named = [...folds.folds].map(([name, fold]) => ({ name, traffic: fold.finish() }));
    return { result, named, folds };
  };
  const recalled = (name: string) => intake.recall(ctx, name)?.mapping ?? FIRST_MAPPING;
  const used = new Map<string, ServiceMapping>();
  let last = await read((name) => getOrAdd(used, name, () => recalled(name)));
  if (last.named.length === 0 && last.folds.homeless > 0) throw noService(serviceTags);
  const known = await intake.existing(
    ctx,
    last.named.map(({ name }) => name),
  );
  // A service begins with something to show; what nothing fits creates none.
  for (const { name, traffic } of last.named)
    if (!known.has(name) && hasContent(traffic)) known.set(name, await intake.serviceOf(ctx, name));
  const isAsUsed = ([name, { mapping }]: [string, KnownService]) => isSame(mapping, used.get(name));
  if (![...known].every(isAsUsed)) last = await read((name) => known.get(name)?.mapping ?? FIRST_MAPPING);
  const found = last.named.flatMap(({ name, traffic }) => {
    const service = known.get(name);
    return service === undefined ? [] : [{ service, traffic }];
  });
  const unmapped = last.named.filter(({ name }) => !known.has(name));
  await noteUnmappedSenders(
    ctx,
    unmapped.map(({ name, traffic: { seen } }) => ({ name, seen })),
  );
  return { result: last.result, found, refused: last.folds.refused };
}

function isSame(mapping: ServiceMapping, used: ServiceMapping | undefined): boolean {
  if (used === undefined || mapping.rules !== used.rules) return false;
  if (mapping.readTwice !== used.readTwice) return false;
  return mapping.foldPaths === used.foldPaths && mapping.takesSimulated === used.takesSimulated;
}

function getOrAdd<Value>(map: Map<string, Value>, key: string, make: () => Value): Value {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}

export function isForOneService({ actor }: Context): boolean {
  return actor.kind === "token" && actor.serviceId !== null;
}

function openFold(
  { clock }: Context,
  {
    mapping,
    ...request
  }: { mapping: ServiceMapping; replicas: ReplicaScan; isNews: (metric: string) => boolean },
): TrafficFold {
  const nowMicros = clock().getTime() * 1_000;
  return new TrafficFold({ ...mapping, ...request, nowMicros, keyOf: shortDigest });
}

function hasContent({ cells, readings, gauges }: FoldedTraffic): boolean {
  return cells.length + readings.length + gauges.length > 0;
}

function noService(tags: readonly string[]): HeadroomError {
  return new HeadroomError(
    "parameter-missing",
    "The request doesn't say which service its metrics belong to.",
    {
      field: "service",
      hint: `Add ?service=<name> to the URL, or the header Headroom-Service, or use one of the labels ${tags.join(", ")}. To send them to a live run, add ?run=<id>.`,
    },
  );
}

function digestOf({ body, query, target }: WireBody<unknown>): string {
  return createHash("sha256")
    .update(query)
    .update("\0")
    .update(target.service ?? "")
    .update("\0")
    .update(body)
    .digest("base64url");
}

/** Of what identifies a source: 128 bits, so that two never meet. */
function shortDigest(identity: string): string {
  return hash("sha256", identity, "base64url").slice(0, 22);
}
