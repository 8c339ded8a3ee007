import { z } from "zod";
import { figureId, metricStatistic } from "../comparison/comparison.ts";
import { instant } from "../instant.ts";
import { judgement } from "../run/judgement.ts";
import { queryNumber } from "../query-number.ts";
import { runVerdictAnswer } from "../run/run-verdict.ts";
import { startedFrom } from "../run/started-from.ts";
import { lineOfText, lineOrNull } from "../text.ts";

/** How a channel is written to. */
export const CHANNEL_KINDS = [
  "webhook",
  "slack",
  "teams",
  "google-chat",
  "discord",
  "pagerduty",
  "opsgenie",
] as const;
export const channelKind = z.enum(CHANNEL_KINDS);
export type ChannelKind = z.infer<typeof channelKind>;

/** What a channel can get messages about. */
export const CHANNEL_EVENTS = [
  "run.finished",
  "run.regressed",
  "run.recovered",
  "slo.state",
  "peak-day.state",
] as const;
export const channelEvent = z.enum(CHANNEL_EVENTS);
export type ChannelEvent = z.infer<typeof channelEvent>;

/** Who is on call is paged for what begins and ends. The key is a parameter of the URL. */
export const PAGER_KEYS: Partial<Record<ChannelKind, string>> = {
  pagerduty: "routing_key",
  opsgenie: "apiKey",
};
export const PAGED_EVENTS: readonly ChannelEvent[] = ["slo.state", "peak-day.state"];

export const MAX_CHANNELS = 200;

const url = z.url({ protocol: /^https?$/ }).max(2_000);
const events = z
  .array(channelEvent)
  .min(1)
  .max(CHANNEL_EVENTS.length)
  .overwrite((given) => CHANNEL_EVENTS.filter((event) => given.includes(event)));

const fields = {
  name: lineOfText,
  kind: channelKind,
  /** By the name in its page's address; null: all services. */
  service: lineOrNull.default(null),
  events,
};

interface Pageable {
  kind: ChannelKind;
  events: ChannelEvent[];
  url?: string | undefined;
}

/** A pager needs a key, and isn't for what nobody has to get up for. */
function requirePageable({
  value: { kind, events: chosen, url: given },
  issues,
}: z.core.ParsePayload<Pageable>) {
  const key = PAGER_KEYS[kind];
  if (key === undefined) return;
  const refuse = (path: string, message: string, input: unknown) =>
    issues.push({ code: "custom", path: [path], message, input });
  if (chosen.some((event) => !PAGED_EVENTS.includes(event)))
    refuse("events", `expected only ${PAGED_EVENTS.join(" and ")} for ${kind}`, chosen);
  if (given !== undefined && (new URL(given).searchParams.get(key) ?? "") === "")
    refuse("url", `expected a URL that ends with ?${key}= and the key`, given);
}

export const newChannel = z.strictObject({ ...fields, url }).check(requirePageable);
export type NewChannel = z.output<typeof newChannel>;

/** All fields are replaced. Without a URL, it stays as it is: nobody can read it any more. */
export const changedChannel = z
  .strictObject({ ...fields, url: url.optional(), version: startedFrom })
  .check(requirePageable);

export const DELIVERY_STATES = ["waiting", "retrying", "delivered", "given-up"] as const;
export const deliveryState = z.enum(DELIVERY_STATES);
export type DeliveryState = z.infer<typeof deliveryState>;

/** How the messages to one receiver fare, in the last 30 days. */
export const deliveryHealth = z.strictObject({
  deliveredAt: z.iso.datetime().nullable(),
  /** Since when nothing has arrived, although it was tried; null: the last attempt succeeded, or there was none. */
  failingSince: z.iso.datetime().nullable(),
  /** Not sent yet, or to be tried again. */
  pending: z.int(),
  givenUp: z.int(),
});
export type DeliveryHealth = z.infer<typeof deliveryHealth>;

export const channelAnswer = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  kind: channelKind,
  /** Where its URL leads to, without its path, which may be a secret: "https://hooks.example". */
  origin: z.string(),
  service: z.strictObject({ slug: z.string(), name: z.string() }).nullable(),
  events: z.array(channelEvent),
  version: z.int(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  deliveries: deliveryHealth,
});
export type ChannelAnswer = z.infer<typeof channelAnswer>;

export const channelList = z.strictObject({ channels: z.array(channelAnswer) });

/** The query of `GET /v1/deliveries`. */
export const deliveryListParameters = z.strictObject({
  channel: z.uuid().optional(),
  slo: z.uuid().optional(),
  state: deliveryState.optional(),
  limit: queryNumber(z.number().int().min(1).max(200).default(50)),
  cursor: z.string().min(1).max(200).optional(),
});

export const listedDelivery = z.strictObject({
  id: z.uuid(),
  /** Null: it is for an SLO's own webhook. */
  channel: z.strictObject({ id: z.uuid(), name: z.string(), kind: channelKind }).nullable(),
  /** Null: it is for a channel. */
  slo: z.strictObject({ id: z.uuid(), name: z.string(), service: z.string() }).nullable(),
  type: z.string(),
  /** What it says, in one line. */
  title: z.string(),
  state: deliveryState,
  /** Since it was created or last sent again. */
  attempts: z.int(),
  /** Of the last attempt: the HTTP status, or null if nobody answered. */
  status: z.int().nullable(),
  /** Why the last attempt failed; null: it didn't. */
  problem: z.string().nullable(),
  createdAt: z.iso.datetime(),
  triedAt: z.iso.datetime().nullable(),
  /** When it is tried again; null: it isn't. */
  nextAt: z.iso.datetime().nullable(),
});
export type ListedDelivery = z.infer<typeof listedDelivery>;

/** The latest first. `next` is the cursor of the next page, null on the last one. */
export const deliveryList = z.strictObject({
  deliveries: z.array(listedDelivery),
  next: z.string().nullable(),
});
export type DeliveryList = z.infer<typeof deliveryList>;

/** With the body, byte for byte as it is sent. */
export const deliveryAnswer = listedDelivery.extend({ body: z.string() });
export type DeliveryAnswer = z.infer<typeof deliveryAnswer>;

const envelope = {
  /** The same for every attempt, and when it is sent again. */
  delivery: z.uuid(),
  at: instant,
};

const verdictParts = runVerdictAnswer.shape;
const judgementParts = judgement.shape;

/** So many of a judgement's findings are in a message. */
export const LEADING_FINDINGS = 10;

const toldRun = verdictParts.run.extend({
  number: z.int(),
  environment: z.string().nullable(),
  startedAt: z.iso.datetime().nullable(),
  endedAt: z.iso.datetime().nullable(),
});

const told = {
  ...envelope,
  run: toldRun,
  /** The answer about the run, as its page shows it. */
  outcome: judgementParts.outcome,
  /** Of a run that isn't judged; otherwise null. */
  reason: judgementParts.reason,
  /** The most important first. */
  findings: judgementParts.findings.max(LEADING_FINDINGS),
  verdict: verdictParts.verdict,
  targets: verdictParts.targets,
  doubt: verdictParts.doubt,
  /** Since the baseline, where people or the configuration say so. */
  whatChanged: verdictParts.whatChanged,
  /** A simulator made up the run, at least in part. */
  simulated: z.boolean(),
};

const regression = metricStatistic
  .pick({ before: true, after: true, ratio: true, interval: true })
  .extend({ metric: figureId, label: z.string().nullable() });
export const regressionList = z.array(regression);
export type Regression = z.infer<typeof regression>;

const compared = {
  baseline: verdictParts.baseline.unwrap(),
  comparison: verdictParts.comparison.unwrap(),
};

/** What a webhook gets. The runs, verdicts and comparisons are those of `GET /v1/runs/{id}/verdict`. */
export const runNotification = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("run.finished"), ...told, generators: verdictParts.generators }),
  z.strictObject({
    type: z.literal("run.regressed"),
    ...told,
    ...compared,
    /** The run before it on the same branch and in the same environment had regressed from the same baseline. */
    still: z.boolean(),
  }),
  z.strictObject({
    type: z.literal("run.recovered"),
    ...told,
    ...compared,
    /** The run that had regressed, and what. */
    regressed: z.strictObject({
      id: z.uuid(),
      url: z.url(),
      number: z.int(),
      regressions: regressionList,
    }),
  }),
]);
export type RunNotification = z.infer<typeof runNotification>;
