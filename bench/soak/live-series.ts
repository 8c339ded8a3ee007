import { DAY_SECONDS, mergeAllCells } from "@headroom/core";
import type { Cell } from "@headroom/core";
import { readTrafficCells } from "@headroom/db";
import { encodeSnappy, ProtoWriter, WRITE_REQUEST_HEADERS, writeSample } from "@headroom/core/wire";
import type { openServices } from "@headroom/services";
import { setTimeout as delay } from "node:timers/promises";
import type { IngestUnderTest } from "./ingest-under-test.ts";
import { labelName } from "./live-truth.ts";
import { sendPaced } from "./paced-senders.ts";
import type { Paced, Sending } from "./paced-senders.ts";

const BOUNDS = ["0.005", "0.01", "0.025", "0.05", "0.1", "0.25", "0.5", "1", "2.5", "5", "10", "+Inf"];
const SERIES_A_HISTOGRAM = BOUNDS.length + 2;
const SERVICES = 5;
const INSTANCES = 10;
/** Prometheus's own sizes. */
const SERIES_A_REQUEST = 2_000;
const SCRAPE_SECONDS = 10;
/** Bytes of a sample's value and time, and of what stands between them. */
const TIME_BYTES = 6;
const SAMPLE_TAIL = 8 + 1 + TIME_BYTES;
const COUNTED_WITHIN_MILLIS = 120_000;

type Db = ReturnType<typeof openServices>["db"];

interface SeriesRequest {
  bytes: Buffer;
  /** Of each series: its number, and where its value begins. */
  series: { number: number; at: number }[];
}

/** Prometheus scraping classic histograms: every series has a new value every ten seconds. */
export class LiveSeries {
  readonly #routes: number;
  readonly #histograms: number;
  readonly #shards: SeriesRequest[][];
  /** Of every series: what it said first, and last. */
  readonly #first: Float64Array;
  readonly #last: Float64Array;

  constructor({ shards, series }: { shards: number; series: number }) {
    this.#routes = Math.round(series / SERVICES / INSTANCES / SERIES_A_HISTOGRAM);
    this.#histograms = this.#routes * SERVICES * INSTANCES;
    this.#first = new Float64Array(this.series);
    this.#last = new Float64Array(this.series);
    const numbers = Array.from({ length: this.series }, (_, number) => number);
    this.#shards = Array.from({ length: shards }, (_, shard) => {
      const own = numbers.filter((number) => shardOf(number) % shards === shard);
      const requests = Math.ceil(own.length / SERIES_A_REQUEST);
      return Array.from({ length: requests }, (_unused, at) =>
        this.#requestOf(own.slice(at * SERIES_A_REQUEST, (at + 1) * SERIES_A_REQUEST)),
      );
    });
  }

  get series(): number {
    return this.#histograms * SERIES_A_HISTOGRAM;
  }

  async send(to: Sending, seconds: number): Promise<Paced> {
    const scrapes = Math.max(2, Math.round(seconds / SCRAPE_SECONDS));
    const most = Math.max(...this.#shards.map((requests) => requests.length));
    const began = Date.now();
    const pace = {
      senders: this.#shards.length,
      turns: scrapes * most,
      everyMillis: (SCRAPE_SECONDS * 1_000) / most,
    };
    return sendPaced(pace, (shard, turn) => {
      const requests = this.#shards[shard] ?? [];
      const scrape = Math.floor(turn / most);
      const request = requests[turn % most] ?? requests.at(-1);
      if (request === undefined) throw new Error("no request");
      const body = this.#bodyOf(request, { scrape, atMillis: began + scrape * SCRAPE_SECONDS * 1_000 });
      return { to: { ...to, headers: WRITE_REQUEST_HEADERS }, body };
    });
  }

  sendingTo({ url, ingestToken }: IngestUnderTest): Sending {
    return { url: `${url}/api/v1/write`, token: ingestToken };
  }

  /** Waits until as many requests are counted as the last scrape has more than the first. */
  async untilCounted(db: Db, workspaceId: string): Promise<void> {
    const until = performance.now() + COUNTED_WITHIN_MILLIS;
    const wanted = sum(
      this.#histogramsOf(null).map((histogram) => this.#added(histogram, BOUNDS.length + 1)),
    );
    for (;;) {
      const rows = await db.inWorkspace(workspaceId, (tx) =>
        tx.query<{ requests: number }>(
          `select coalesce(sum(c.requests), 0)::float8 as requests from traffic_cell_read c
           join traffic_series s on s.id = c.series_id join service v on v.id = s.service_id
           where c.step = 1 and v.slug like 'series-%' and s.label = '(all)'`,
        ),
      );
      const counted = rows[0]?.requests ?? 0;
      if (counted === wanted) return;
      if (performance.now() > until) throw new Error(`${counted} requests were counted of ${wanted}`);
      await delay(500);
    }
  }

  /** Compares counts, sums and buckets of each label with what was sent, and returns how many labels there are. */
  async check(db: Db, workspaceId: string): Promise<number> {
    let checked = 0;
    const now = Math.floor(Date.now() / 1_000);
    for (let service = 0; service < SERVICES; service++) {
      const cells = await db.inWorkspace(
        workspaceId,
        async (tx) => {
          const { id } = await tx.prisma.service.findFirstOrThrow({ where: { slug: `series-${service}` } });
          return readTrafficCells(tx, id, { step: 1, from: now - DAY_SECONDS, to: now + 600 }, null);
        },
        { statementTimeoutSeconds: 300 },
      );
      for (let route = 0; route < this.#routes; route++) {
        const label = `GET ${labelName(route)}`;
        const own = cells.filter((one) => one.label === label).map(({ cell }) => cell);
        this.#compare(`series-${service} ${label}`, own, this.#histogramsOf({ service, route }));
        checked += 1;
      }
    }
    return checked;
  }

  #compare(which: string, cells: readonly Cell[], histograms: readonly number[]): void {
    const stored = mergeAllCells(cells);
    const atMost = BOUNDS.map((_, at) => sum(histograms.map((histogram) => this.#added(histogram, at))));
    const seconds = sum(histograms.map((histogram) => this.#added(histogram, BOUNDS.length)));
    const counts = atMost.map((count, at) => count - (atMost[at - 1] ?? 0));
    const { distribution, requests, sumMicros } = stored;
    const found = distribution.kind === "buckets" ? distribution.counts : [];
    const expected = sum(counts);
    // Sums are in seconds with fractions, and are spread over the seconds between two scrapes.
    const isSum = sumMicros !== null && Math.abs(sumMicros / 1e6 - seconds) <= seconds * 1e-6;
    if (requests === expected && isSum && found.join() === counts.join()) return;
    throw new Error(
      `${which}: stored ${requests} requests, ${(sumMicros ?? NaN) / 1e6} s, ${found.join()}; sent ${expected}, ${seconds} s, ${counts.join()}`,
    );
  }

  /** What a series has counted between the first scrape and the last. */
  #added(histogram: number, part: number): number {
    const number = histogram * SERIES_A_HISTOGRAM + part;
    return (this.#last[number] ?? 0) - (this.#first[number] ?? 0);
  }

  #histogramsOf(of: { service: number; route: number } | null): number[] {
    const all = Array.from({ length: this.#histograms }, (_, histogram) => histogram);
    return of === null
      ? all
      : all.filter((one) => {
          const { service, route } = this.#placeOf(one);
          return service === of.service && route === of.route;
        });
  }

  #placeOf(histogram: number): { service: number; instance: number; route: number } {
    const service = histogram % SERVICES;
    const instance = Math.floor(histogram / SERVICES) % INSTANCES;
    return { service, instance, route: Math.floor(histogram / SERVICES / INSTANCES) };
  }

  #requestOf(numbers: readonly number[]): SeriesRequest {
    const messages: Uint8Array[] = [];
    const series: SeriesRequest["series"] = [];
    let length = 0;
    for (const number of numbers) {
      const writer = new ProtoWriter();
      writeSample(writer, { labels: this.#labelsOf(number), value: 0, atMillis: Date.now() });
      const message = writer.finish();
      length += message.length;
      series.push({ number, at: length - SAMPLE_TAIL });
      messages.push(message);
    }
    return { bytes: Buffer.concat(messages), series };
  }

  #bodyOf(
    { bytes, series }: SeriesRequest,
    { scrape, atMillis }: { scrape: number; atMillis: number },
  ): Buffer {
    const body = Buffer.from(bytes);
    const time = new ProtoWriter().int(2, atMillis).finish();
    for (const { number, at } of series) {
      const value = valueAt(number, scrape);
      if (scrape === 0) this.#first[number] = value;
      this.#last[number] = value;
      body.writeDoubleLE(value, at);
      body.set(time, at + 8);
    }
    return Buffer.from(encodeSnappy(body));
  }

  /** As Prometheus adds them, in the order of their names. */
  #labelsOf(number: number): [string, string][] {
    const { service, instance, route } = this.#placeOf(Math.floor(number / SERIES_A_HISTOGRAM));
    const part = number % SERIES_A_HISTOGRAM;
    const bound = BOUNDS[part];
    const [name, le]: [string, [string, string][]] =
      bound === undefined ? [part === BOUNDS.length ? "sum" : "count", []] : ["bucket", [["le", bound]]];
    return [
      ["__name__", `http_request_duration_seconds_${name}`],
      ["cluster", "prod-eu"],
      ["container", "shop"],
      ["instance", `10.12.${instance}.17:9464`],
      ["job", `series-${service}`],
      ...le,
      ["method", "GET"],
      ["namespace", "shop"],
      ["pod", `shop-7d9f8b6c5-${instance}`],
      ["route", labelName(route)],
      ["status", "200"],
    ];
  }
}

/** Prometheus distributes series by the hash of their labels: the parts of a histogram come over several connections. */
function shardOf(number: number): number {
  return Math.imul(number + 1, 0x9e37_79b1) >>> 16;
}

/** Whole counts; seconds in quarters, so that sums of them are exact. */
function valueAt(number: number, scrape: number): number {
  const part = number % SERIES_A_HISTOGRAM;
  const speed = 1 + (Math.floor(number / SERIES_A_HISTOGRAM) % 3);
  const counted = (100 + scrape * speed) * BOUNDS.length;
  if (part === BOUNDS.length) return counted / 4;
  const below = part > BOUNDS.length ? BOUNDS.length : part + 1;
  return (counted * below) / BOUNDS.length;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
