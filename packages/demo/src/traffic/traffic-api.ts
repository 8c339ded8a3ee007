import { slugOf, trafficAnswer, trafficMapping } from "@headroom/contract";
import { CACHE_METRIC } from "./traffic-counters.ts";
import type { LabelTotal } from "./traffic-counters.ts";
import { whyOf } from "./remote-writer.ts";

/** Tokens with the scopes read and manage. It can be the same. */
export interface TrafficAccess {
  url: string;
  readToken: string;
  /** Null: the service's mapping stays as it is. */
  manageToken: string | null;
  service: string;
}

export interface CountedTraffic {
  requests: number;
  /** Null: unknown. */
  errors: number | null;
  labels: { label: string; requests: number; errors: number | null }[];
  heardAt: string | null;
}

const counts = trafficAnswer.shape.total.pick({ requests: true, errors: true }).strip();
const answered = trafficAnswer
  .pick({ heardAt: true })
  .extend({ total: counts, labels: counts.extend({ label: trafficAnswer.shape.service }).strip().array() })
  .strip();
const mapped = trafficMapping.pick({ own: true }).strip();

const CACHE_GAUGE = {
  kind: "gauge",
  name: "cache hits",
  unit: "%",
  percent: true,
  parts: [{ metric: CACHE_METRIC }],
};

/** What Headroom says about a service's live traffic. */
export class TrafficApi {
  readonly #access: TrafficAccess;
  readonly #path: string;

  constructor(access: TrafficAccess) {
    this.#access = access;
    this.#path = `/v1/services/${encodeURIComponent(slugOf(access.service, "service"))}`;
  }

  /** What was counted between two moments; null: there is no such service. */
  async counted({
    fromMillis,
    toMillis,
  }: {
    fromMillis: number;
    toMillis: number;
  }): Promise<CountedTraffic | null> {
    const [from, to] = [Math.floor(fromMillis / 1_000), Math.ceil(toMillis / 1_000)];
    const range = new URLSearchParams({ from: isoOf(from), to: isoOf(Math.max(to, from + 1)) });
    const found = await this.#ask("GET", `/traffic?${range.toString()}`, this.#access.readToken);
    if (found === null) return null;
    const { heardAt, total, labels } = answered.parse(found);
    return {
      requests: total.requests ?? 0,
      errors: total.errors,
      labels: labels.map(({ label, requests, errors }) => ({ label, requests: requests ?? 0, errors })),
      heardAt,
    };
  }

  /** Makes a gauge of the share of cache hits, unless the service has one. False: the token may not. */
  async addCacheGauge(): Promise<boolean> {
    const { manageToken } = this.#access;
    if (manageToken === null) return false;
    const { own } = mapped.parse(await this.#ask("GET", "/mapping", this.#access.readToken));
    if (own.some(({ parts }) => parts.some(({ metric }) => metric === CACHE_METRIC))) return true;
    const body = JSON.stringify({ own: [...own, CACHE_GAUGE] });
    return (await this.#ask("PATCH", "/mapping", manageToken, body)) !== "forbidden";
  }

  /** Null: not found. */
  async #ask(method: "GET" | "PATCH", path: string, token: string, body?: string): Promise<unknown> {
    const response = await fetch(`${this.#access.url}${this.#path}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      ...(body === undefined ? {} : { body }),
    });
    const text = await response.text();
    if (response.ok) return JSON.parse(text);
    if (response.status === 404) return null;
    if (response.status === 403 && method === "PATCH") return "forbidden";
    throw new Error(whyOf(response.status, text));
  }
}

/** Where two totals differ, by label; the first one is all requests. */
export function differences(
  sent: readonly LabelTotal[],
  found: Pick<CountedTraffic, "requests" | "errors" | "labels"> | null,
): string[] {
  const all = sent.reduce(
    (sum, one) => ({ ...sum, requests: sum.requests + one.requests, errors: sum.errors + one.errors }),
    { label: "all requests", requests: 0, errors: 0 },
  );
  const labels = new Map(found?.labels.map((one) => [one.label, one]));
  return [all, ...sent].flatMap(({ label, requests, errors }) => {
    const own = label === all.label ? found : labels.get(label);
    const counted = { requests: own?.requests ?? 0, errors: own?.errors ?? 0 };
    if (counted.requests === requests && counted.errors === errors) return [];
    return `${label}: sent ${requests} with ${errors} errors, counted ${counted.requests} with ${counted.errors}`;
  });
}

function isoOf(second: number): string {
  return new Date(second * 1_000).toISOString();
}
