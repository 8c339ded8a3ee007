import { randomUUID } from "node:crypto";
import { ALL_LABEL, DEFAULT_RULES, mergeAllCells, TrafficFold } from "@headroom/core";
import type { Cell, MappingRule, MetricSeries } from "@headroom/core";
import { readTrafficCells } from "@headroom/db";
import type { TrafficStep, WorkspaceTx } from "@headroom/db";
import type { Context } from "../context.ts";
import { receiveTraffic } from "../traffic/receive-traffic.ts";
import { TrafficIntake } from "../traffic/traffic-intake.ts";
import { Importing } from "./importing.ts";

export const now = () => Math.floor(Date.now() / 1_000);

export interface Value {
  second: number;
  value: number;
  tags?: Record<string, string>;
}

/** A body of k6's Influx output, or of a counter. */
export function bodyOf(
  values: readonly Value[],
  series: Partial<MetricSeries> = { field: "value" },
  rules: readonly MappingRule[] = DEFAULT_RULES,
): TrafficFold {
  const fold = new TrafficFold({
    rules,
    foldPaths: true,
    nowMicros: Date.now() * 1_000,
    keyOf: (text) => text,
    isNews: () => true,
  });
  for (const { second, value, tags = { name: "/a" } } of values) {
    const unknown = {
      name: "http_req_duration",
      field: null,
      unit: null,
      kind: "unknown",
      temporality: "each",
    } as const;
    const number = fold.series({ ...unknown, tags: Object.entries(tags), ...series });
    fold.number(number, { atMicros: second * 1e6 + 500_000, startMicros: null }, value);
  }
  return fold;
}

/** Sends traffic of services and reads what was stored of it. */
export class Traffic {
  readonly world: Importing;
  readonly intake: TrafficIntake;

  constructor(world: Importing) {
    this.world = world;
    this.intake = new TrafficIntake(world.log, { rememberMillis: 0 });
  }

  static async open(options: { counts?: boolean } = {}): Promise<Traffic> {
    return new Traffic(await Importing.open(options));
  }

  /** Returns the service's ID. */
  async send(
    service: string,
    fold: TrafficFold,
    digest: string,
    ctx: Context = this.world.ci,
  ): Promise<string> {
    const { intake } = this;
    const { id: serviceId } = await intake.serviceOf(ctx, service);
    await receiveTraffic({ ctx, intake, input: { serviceId, traffic: fold.finish(), digest } });
    return serviceId;
  }

  /** Sends bodies one after the other; each is counted before the next. */
  async deliver(service: string, folds: readonly TrafficFold[]): Promise<string> {
    let id = "";
    for (const fold of folds) {
      id = await this.send(service, fold, randomUUID());
      await this.world.counted();
    }
    return id;
  }

  inHome<T>(work: (tx: WorkspaceTx) => Promise<T>): Promise<T> {
    return this.world.test.db.inWorkspace(this.world.home.workspaceId, work);
  }

  cellsOf(serviceId: string, step: TrafficStep, label = ALL_LABEL) {
    const segment = { step, from: now() - 90_000, to: now() + 1_200 };
    return this.inHome((tx) => readTrafficCells(tx, serviceId, segment, [label]));
  }

  async totalOf(serviceId: string, step: TrafficStep, label = ALL_LABEL): Promise<Cell> {
    return mergeAllCells((await this.cellsOf(serviceId, step, label)).map(({ cell }) => cell));
  }
}
