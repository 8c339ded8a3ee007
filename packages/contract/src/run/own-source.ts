import { z } from "zod";

const MAX_PARTS = 10;
const MAX_MATCHERS = 10;
const MAX_VALUES = 50;
const MAX_LABEL_TAGS = 5;
/** With a label that it is a share of. */
const MAX_UNIT = 200;
/** Of a service. */
export const MAX_OWN_SOURCES = 20;

const text = z.string().trim().min(1).max(200);
/** The value of a tag: an empty one means that the tag is missing. */
const value = z.string().max(500);
const values = z.array(value).min(1).max(MAX_VALUES);
const tag = text;

const matcher = z.union([z.strictObject({ tag, is: values }), z.strictObject({ tag, isNot: values })]);

const series = z.strictObject({
  metric: text,
  field: text.nullable().default(null),
  matchers: z.array(matcher).max(MAX_MATCHERS).default([]),
});

const failed = z.discriminatedUnion("by", [
  z.strictObject({ by: z.literal("status"), tag }),
  z.strictObject({ by: z.literal("values"), tag, values }),
]);

const requestsPart = series
  .extend({
    measure: z.enum(["durations", "total", "increments", "outcomes"]),
    unit: z.enum(["s", "ms", "us", "ns"]).default("s"),
    labelTags: z.array(tag).max(MAX_LABEL_TAGS).default([]),
    failed: failed.nullable().default(null),
  })
  .refine(({ measure, failed: when }) => measure !== "outcomes" || when !== null, {
    path: ["failed"],
    error: "A metric of outcomes has to say which requests failed.",
  });

const requestsParts = z
  .array(requestsPart)
  .min(1)
  .max(MAX_PARTS)
  .refine((parts) => parts.some(({ measure }) => measure !== "outcomes"), {
    error: "Outcomes are of the requests of another metric of the source.",
  });

/** Without an ID it is a new one. */
const identity = { id: z.string().max(100).optional(), name: text.max(80) };

const ownRequests = z.strictObject({
  ...identity,
  kind: z.literal("requests"),
  parts: requestsParts,
});

const ownGauge = z.strictObject({
  ...identity,
  kind: z.literal("gauge"),
  parts: z.array(series).min(1).max(MAX_PARTS),
  /** `% of requests` and `% of GET /search` say what it is a share of. */
  unit: z.string().trim().max(MAX_UNIT).nullable().default(null),
  percent: z.boolean().default(false),
});

/** What requests are counted from, or a gauge, of metrics that Headroom doesn't know. */
export const ownSourceInput = z.discriminatedUnion("kind", [ownRequests, ownGauge]);
export type OwnSourceInput = z.infer<typeof ownSourceInput>;
/** A source as it is stored. */
export const ownSourceAnswer = z.discriminatedUnion("kind", [
  ownRequests.extend({ id: z.string() }),
  ownGauge.extend({ id: z.string() }),
]);
export type OwnSourceAnswer = z.infer<typeof ownSourceAnswer>;

/** The body of `POST /v1/services/{service}/mapping/preview`. */
export const sourceToPreview = z.strictObject({ source: ownSourceInput });

/** What a source would count, from the series that arrived last. */
export const sourcePreview = z.strictObject({
  /** The metrics of its parts that arrived within the last day. */
  metrics: z.array(
    z.strictObject({
      name: z.string(),
      field: z.string().nullable(),
      /** In one request of the client. */
      series: z.int(),
      /** How many of them are known here, and how many of those the source takes. */
      examples: z.int(),
      taken: z.int(),
      /** What uses it now; null: nothing does. */
      usedBy: z.string().nullable(),
      lastSeenAt: z.iso.datetime(),
    }),
  ),
  /** Of the known series, the most frequent first. */
  labels: z.array(z.strictObject({ label: z.string(), series: z.int() })),
  labelsTotal: z.int(),
  /** Of the series it takes: whether they say which requests failed. */
  outcomes: z.strictObject({ failed: z.int(), succeeded: z.int(), unknown: z.int() }),
  /** How many cumulative series it would add to those that are remembered. */
  cumulative: z.int(),
  /** Further series arrive that aren't known here, so there can be more of everything. */
  isPartial: z.boolean(),
  /** Why it would count nothing, or something else. */
  problem: z.enum(["not-seen", "nothing-fits", "not-a-histogram", "not-a-gauge", "not-a-count"]).nullable(),
  limits: z.strictObject({ labels: z.int(), labelsUsed: z.int(), labelsNew: z.int() }),
});
export type SourcePreview = z.infer<typeof sourcePreview>;

/** A metric that arrived, for those who make a source. */
export interface SeenMetricAnswer {
  name: string;
  field: string | null;
  kind: string;
  unit: string | null;
  countsSinceStart: boolean;
  isUsed: boolean;
  /** The tags of some of its series, with some of their values. */
  tags: { tag: string; values: string[] }[];
}
