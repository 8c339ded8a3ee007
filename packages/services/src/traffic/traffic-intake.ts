import { DEFAULT_RULES, HeadroomError } from "@headroom/core";
import type { MappingRule, ReadTwice } from "@headroom/core";
import type { WorkspaceTx } from "@headroom/db";
import type { Context } from "../context.ts";
import { partitionOf } from "../live/batch-log.ts";
import type { BatchLog } from "../live/batch-log.ts";
import { onlyServiceOf, requireScope } from "../scope.ts";
import { ensureVisibleService } from "../service/ensure.ts";
import { slugOf } from "@headroom/contract";
import { countedOnce } from "./read-twice.ts";
import { rulesWith } from "./own-sources.ts";

export interface KnownService {
  id: string;
  mapping: ServiceMapping;
}

/** What a service's series become. The same objects for as long as they mean the same. */
export interface ServiceMapping {
  rules: readonly MappingRule[];
  foldPaths: boolean;
  /** Not once it has real traffic: simulated requests among real ones could never be told apart again. */
  takesSimulated: boolean;
  /** Sources that two senders read. */
  readTwice: readonly ReadTwice[];
}

/** As each service begins. */
export const FIRST_MAPPING: ServiceMapping = {
  rules: DEFAULT_RULES,
  foldPaths: true,
  takesSimulated: true,
  readTwice: [],
};

interface Remembered {
  service: Promise<KnownService>;
  at: number;
}

const REMEMBERED = 1_000;
/** Services that don't exist are asked for by each body that names them. */
const MISSING_LONGER = 30;

/** Where live traffic goes, and what this process knows about the services that it belongs to. */
export class TrafficIntake {
  readonly log: BatchLog;
  readonly #rememberMillis: number;
  readonly #missingMillis: number;
  readonly #services = new Map<string, Remembered>();
  /** Those that metrics name: what they were when somebody last looked. */
  readonly #named = new Map<string, { service: KnownService | null; until: number }>();
  /** By what people made, as text. */
  readonly #rules = new Map<string, ServiceMapping["rules"]>();
  /** By what is stored, as text. */
  readonly #readTwice = new Map<string, ServiceMapping["readTwice"]>();
  /** By service and metric: when it was last said that it arrives. */
  readonly #seen = new Map<string, number>();

  constructor(log: BatchLog, { rememberMillis = 2_000 } = {}) {
    this.log = log;
    this.#rememberMillis = rememberMillis;
    this.#missingMillis = rememberMillis * MISSING_LONGER;
  }

  /**
   * The service of this name, created on first use. A token for one service may name no other; without a name (`null`), it is
   * the token's own.
   */
  async serviceOf(ctx: Context, name: string | null): Promise<KnownService> {
    requireScope(ctx, "ingest");
    const slug = name === null ? "" : slugOf(name, "service");
    const key = `${ctx.workspaceId} ${onlyServiceOf(ctx.actor) ?? ""} ${slug}`;
    const now = performance.now();
    let remembered = this.#services.get(key);
    if (remembered === undefined || now - remembered.at >= this.#rememberMillis) {
      remembered = {
        service: ctx.db.inWorkspace(ctx.workspaceId, (tx) => this.#open(tx, ctx, name)),
        at: now,
      };
      remember(this.#services, key, remembered);
    }
    return remembered.service.catch((error: unknown) => {
      this.#services.delete(key);
      throw error;
    });
  }

  /** The service of a run that metrics are sent to. */
  async serviceOfRun(ctx: Context, serviceId: string): Promise<KnownService> {
    return ctx.db.inWorkspace(ctx.workspaceId, (tx) => this.#read(tx, serviceId));
  }

  /** Those of these services that exist. None is created. */
  async existing(ctx: Context, names: readonly string[]): Promise<Map<string, KnownService>> {
    requireScope(ctx, "ingest");
    const now = performance.now();
    const asked = names.filter((name) => (this.#named.get(keyOf(ctx, name))?.until ?? 0) <= now);
    if (asked.length > 0) {
      const found = await ctx.db.inWorkspace(ctx.workspaceId, (tx) => this.#find(tx, asked));
      for (const name of asked) {
        const service = found.get(name) ?? null;
        const until = now + (service === null ? this.#missingMillis : this.#rememberMillis);
        remember(this.#named, keyOf(ctx, name), { service, until });
      }
    }
    return new Map(
      names.flatMap((name) => {
        const service = this.recall(ctx, name);
        return service === null ? [] : [[name, service]];
      }),
    );
  }

  /** The service of this name as it was when somebody last looked; null: nobody has, or there was none. */
  recall(ctx: Context, name: string): KnownService | null {
    return this.#named.get(keyOf(ctx, name))?.service ?? null;
  }

  append(ctx: Context, serviceId: string, body: Uint8Array): Promise<void> {
    return this.log.append(partitionOf(this.log, ctx.workspaceId, serviceId), body);
  }

  /** True at most once a minute for each: that is enough for a list of what arrives. */
  isNewsOf(owner: string, metric: string): boolean {
    const key = `${owner} ${metric}`;
    const now = performance.now();
    const before = this.#seen.get(key);
    if (before !== undefined && now - before < 60_000) return false;
    remember(this.#seen, key, now, REMEMBERED * 100);
    return true;
  }

  async #open(tx: WorkspaceTx, ctx: Context, name: string | null): Promise<KnownService> {
    const id = name === null ? onlyServiceOf(ctx.actor) : await find(tx, ctx, name);
    if (id === null) throw new Error("only a token for one service needs no name");
    return this.#read(tx, id);
  }

  async #read(tx: WorkspaceTx, id: string): Promise<KnownService> {
    return this.#known(id, await tx.prisma.traffic.findUnique({ where: { serviceId: id } }));
  }

  async #find(tx: WorkspaceTx, names: readonly string[]): Promise<Map<string, KnownService>> {
    const slugs = new Map(names.flatMap((name) => (hasSlug(name) ? [[name, slugOf(name, "service")]] : [])));
    const where = { slug: { in: [...slugs.values()] }, provisional: false };
    const services = await tx.prisma.service.findMany({ where, select: { id: true, slug: true } });
    const all = await tx.prisma.traffic.findMany({
      where: { serviceId: { in: services.map(({ id }) => id) } },
    });
    return new Map(
      [...slugs].flatMap(([name, slug]) => {
        const service = services.find((one) => one.slug === slug);
        if (service === undefined) return [];
        return [
          [name, this.#known(service.id, all.find(({ serviceId }) => serviceId === service.id) ?? null)],
        ];
      }),
    );
  }

  #known(
    id: string,
    traffic: { ownSources: unknown; foldPaths: boolean; realFrom: Date | null; readTwice: unknown } | null,
  ): KnownService {
    if (traffic === null) return { id, mapping: FIRST_MAPPING };
    const text = JSON.stringify(traffic.ownSources);
    const rules = this.#rules.get(text) ?? rulesWith(traffic.ownSources);
    remember(this.#rules, text, rules);
    const { foldPaths, realFrom } = traffic;
    const mapping = {
      rules,
      foldPaths,
      takesSimulated: realFrom === null,
      readTwice: this.#twiceIn(traffic),
    };
    return { id, mapping };
  }

  #twiceIn({ readTwice }: { readTwice: unknown }): ServiceMapping["readTwice"] {
    const found = countedOnce(readTwice);
    if (found.length === 0) return FIRST_MAPPING.readTwice;
    const text = JSON.stringify(found.map(({ label, values }) => [label, values]));
    const known = this.#readTwice.get(text) ?? found;
    remember(this.#readTwice, text, known);
    return known;
  }
}

function keyOf({ workspaceId }: Context, name: string): string {
  return `${workspaceId} ${name}`;
}

/** A service needs a letter or digit for its address. */
export function hasSlug(name: string): boolean {
  return /[\p{L}\p{N}]/u.test(name);
}

/** The oldest are forgotten. */
function remember<Value>(memory: Map<string, Value>, key: string, value: Value, most = REMEMBERED): void {
  memory.delete(key);
  memory.set(key, value);
  const [oldest] = memory.keys();
  if (memory.size > most && oldest !== undefined) memory.delete(oldest);
}

async function find(tx: WorkspaceTx, ctx: Context, name: string): Promise<string> {
  const slug = slugOf(name, "service");
  const only = onlyServiceOf(ctx.actor);
  const known = await tx.prisma.service.findFirst({ where: { slug } });
  if (only !== null && known?.id !== only) throw otherService();
  // One that somebody's upload is creating right now may exist already, but nobody sees it yet.
  return known !== null && !known.provisional ? known.id : ensureVisibleService(tx, ctx, name);
}

function otherService(): HeadroomError {
  return new HeadroomError("not-found", "Service not found.", {
    field: "service",
    hint: "The token is limited to one service. Leave the service out, or use another token.",
  });
}
