import { trafficAnswer } from "@headroom/contract";
import { mergeAllCells } from "@headroom/core";
import { encodeWriteRequest, WRITE_REQUEST_HEADERS } from "@headroom/core/wire";
import type { WrittenSample } from "@headroom/core/wire";
import { readLiveTraffic } from "@headroom/services/testing";
import { vi } from "vitest";
import type { TestApp } from "./test-app.ts";

/** What an application has served when its first scrape begins, and how many requests a second it serves then. */
export const START = 1_000_000;
export const RATE = 100;

/** A Prometheus that scrapes an application and sends what it has read. */
export interface Sender {
  /** Added to each series. */
  external: Record<string, string>;
  /** When it scrapes, in seconds after the other. */
  offset?: number;
  /** By how many seconds its clock is ahead. */
  ahead?: number;
  /** In seconds after the beginning. */
  from?: number;
  until?: number;
  token?: string;
  tags?: Record<string, string>;
  /** Of what it reads. */
  rate?: number;
  /** Of its histogram. */
  metric?: string;
}

export type Series = readonly { labels: Record<string, string>; value: number }[];

/** A histogram and its failures after so many requests. */
export const histogram = (
  requests: number,
  tags: Record<string, string>,
  name = "http_request_duration_seconds",
): Series => {
  const common = { instance: "10.0.0.1:8080", code: "200", path: "/", ...tags };
  const bucket = (le: string, value: number) => {
    return { labels: { ...common, __name__: `${name}_bucket`, le }, value: Math.floor(value) };
  };
  return [
    bucket("0.1", requests * 0.5),
    bucket("1", requests * 0.9),
    bucket("+Inf", requests),
    { labels: { ...common, __name__: `${name}_count` }, value: Math.floor(requests) },
    { labels: { ...common, __name__: `${name}_sum` }, value: Math.floor(requests) * 0.2 },
  ];
};

/** Sends what Prometheus scrapes to the remote-write receiver of a test's app. */
export class Scraping {
  readonly #world: TestApp;

  constructor(world: TestApp) {
    this.#world = world;
  }

  nowMillis(): number {
    return this.#world.test.services.clock().getTime();
  }

  async write(series: Series, atMillis: number, token = this.#world.home.ingestToken): Promise<void> {
    const samples = series.map(({ labels, value }): WrittenSample => {
      return { labels: Object.entries(labels).toSorted(([a], [b]) => (a < b ? -1 : 1)), value, atMillis };
    });
    const response = await this.#world.app.inject({
      method: "POST",
      url: "/api/v1/write",
      headers: { authorization: `Bearer ${token}`, ...WRITE_REQUEST_HEADERS },
      payload: Buffer.from(encodeWriteRequest(samples)),
    });
    if (response.statusCode !== 204) throw new Error(`${response.statusCode}: ${response.payload}`);
  }

  /** Lets the senders scrape for so long, and returns when that began. */
  async scrape(
    job: string,
    seconds: number,
    senders: readonly Sender[],
    { every = 15, served = 0 } = {},
  ): Promise<number> {
    const events = senders.flatMap(({ from = 0, until = seconds, offset = 0, ...sender }) => {
      const times: { second: number; sender: Sender }[] = [];
      for (let second = offset; second < seconds; second += every)
        if (second >= from && second < until) times.push({ second, sender });
      return times;
    });
    const began = this.nowMillis();
    for (const { second, sender } of events.toSorted((a, b) => a.second - b.second)) {
      this.#world.test.pass(second - (this.nowMillis() - began) / 1_000);
      const { external, ahead = 0, token, tags = {}, rate = RATE, metric } = sender;
      const requests = START + (served + second) * rate;
      const series = histogram(requests, { job, ...tags, ...external }, metric);
      await this.write(series, this.nowMillis() + ahead * 1_000, token);
    }
    this.#world.test.pass(seconds - (this.nowMillis() - began) / 1_000);
    return began;
  }

  async requestsOf(service: string, workspaceId = this.#world.home.workspaceId): Promise<number> {
    const cells = await readLiveTraffic(this.#world.test.services, workspaceId, service);
    return mergeAllCells(cells.filter(({ label }) => label === "(all)").map(({ cell }) => cell)).requests;
  }

  /** Once everything that has arrived is counted. */
  async counted(service: string, workspaceId?: string): Promise<number> {
    const isEmpty = async () => {
      if (!(await this.isLogEmpty())) throw new Error("There is more to count.");
    };
    await vi.waitFor(isEmpty, { timeout: 20_000, interval: 100 });
    return this.requestsOf(service, workspaceId);
  }

  async isLogEmpty(): Promise<boolean> {
    const positions = await this.#world.test.db.asJobs((tx) =>
      tx.query<{ partition: number; position: number }>("select partition, position from live_position"),
    );
    const behind = await this.#world.deps.intake.log.behind(
      new Map(positions.map(({ partition, position }) => [partition, position])),
    );
    return behind.length === 0;
  }

  /** Its requests. */
  async busiestSecond(service: string, since: number): Promise<number> {
    const cells = await readLiveTraffic(this.#world.test.services, this.#world.home.workspaceId, service);
    const all = cells.filter(({ label, second }) => label === "(all)" && second > since / 1_000 + 15);
    const seconds = Map.groupBy(all, ({ second }) => second);
    return Math.max(
      ...[...seconds.values()].map((own) => mergeAllCells(own.map(({ cell }) => cell)).requests),
    );
  }

  rowsOf(slug: string): Promise<number> {
    return this.#world.test.db.inWorkspace(this.#world.home.workspaceId, async (tx) => {
      const { id } = await tx.prisma.service.findFirstOrThrow({ where: { slug } });
      return tx.prisma.trafficSource.count({ where: { serviceId: id } });
    });
  }

  async trafficOf(service: string) {
    const response = await this.#world.app.inject({
      url: `/v1/services/${service}/traffic`,
      headers: { authorization: `Bearer ${this.#world.home.readToken}` },
    });
    return trafficAnswer.parse(response.json());
  }
}
