import { HeadroomError } from "@headroom/core";
import type { WorkspaceTx } from "@headroom/db";
import { writeAudit } from "../audit.ts";
import type { Context } from "../context.ts";
import { type BatchLog, partitionOf } from "../live/batch-log.ts";
import { onlyServiceOf, requireScope } from "../scope.ts";
import { slugOf } from "../slug.ts";

export interface KnownService {
  id: string;
  foldPaths: boolean;
}

interface Remembered {
  service: Promise<KnownService>;
  at: number;
}

const REMEMBERED = 1_000;

/** Where live traffic goes, and what this process knows about the services that it belongs to. */
export class TrafficIntake {
  readonly log: BatchLog;
  readonly #rememberMillis: number;
  readonly #services = new Map<string, Remembered>();
  /** By service and metric: when it was last said that no rule fits. */
  readonly #unmapped = new Map<string, number>();

  constructor(log: BatchLog, { rememberMillis = 2_000 } = {}) {
    this.log = log;
    this.#rememberMillis = rememberMillis;
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
      remembered = { service: ctx.db.inWorkspace(ctx.workspaceId, (tx) => open(tx, ctx, name)), at: now };
      this.#remember(key, remembered);
    }
    return remembered.service.catch((error: unknown) => {
      this.#services.delete(key);
      throw error;
    });
  }

  /** The service of a run that metrics are sent to. */
  async serviceOfRun(ctx: Context, serviceId: string): Promise<KnownService> {
    return ctx.db.inWorkspace(ctx.workspaceId, (tx) => readService(tx, serviceId));
  }

  append(ctx: Context, serviceId: string, body: Uint8Array): Promise<void> {
    return this.log.append(partitionOf(this.log, ctx.workspaceId, serviceId), body);
  }

  /** True at most once a minute for each: that is enough for a list of what arrives. */
  isNewsOf(serviceId: string, metric: { name: string; field: string | null }): boolean {
    const key = `${serviceId} ${metric.name} ${metric.field ?? ""}`;
    const now = performance.now();
    const before = this.#unmapped.get(key);
    if (before !== undefined && now - before < 60_000) return false;
    this.#unmapped.delete(key);
    this.#unmapped.set(key, now);
    const [oldest] = this.#unmapped.keys();
    if (this.#unmapped.size > REMEMBERED * 20 && oldest !== undefined) this.#unmapped.delete(oldest);
    return true;
  }

  #remember(key: string, remembered: Remembered): void {
    this.#services.delete(key);
    this.#services.set(key, remembered);
    const [oldest] = this.#services.keys();
    if (this.#services.size > REMEMBERED && oldest !== undefined) this.#services.delete(oldest);
  }
}

async function open(tx: WorkspaceTx, ctx: Context, name: string | null): Promise<KnownService> {
  const id = name === null ? onlyServiceOf(ctx.actor) : await find(tx, ctx, name);
  if (id === null) throw new Error("only a token for one service needs no name");
  return readService(tx, id);
}

async function readService(tx: WorkspaceTx, id: string): Promise<KnownService> {
  const traffic = await tx.prisma.traffic.findUnique({ where: { serviceId: id } });
  return { id, foldPaths: traffic?.foldPaths ?? true };
}

async function find(tx: WorkspaceTx, ctx: Context, name: string): Promise<string> {
  const slug = slugOf(name, "service");
  const only = onlyServiceOf(ctx.actor);
  const known = await tx.prisma.service.findFirst({ where: { slug } });
  if (only !== null && known?.id !== only) throw otherService();
  return known !== null && !known.provisional ? known.id : publish(tx, ctx, { slug, name });
}

/** A service that somebody's upload is creating right now may exist already, but nobody sees it yet. */
async function publish(
  tx: WorkspaceTx,
  ctx: Context,
  { slug, name }: { slug: string; name: string },
): Promise<string> {
  const { workspaceId } = ctx;
  const data = { id: ctx.newId(), workspaceId, slug, name, provisional: true, createdAt: ctx.clock() };
  await tx.prisma.service.createMany({ data: [data], skipDuplicates: true });
  const where = { workspaceId_slug: { workspaceId, slug } };
  const { id } = await tx.prisma.service.findUniqueOrThrow({ where });
  const made = await tx.prisma.service.updateMany({
    where: { id, provisional: true },
    data: { provisional: false },
  });
  if (made.count === 1) {
    const detail = { name };
    await writeAudit(tx, ctx, { action: "service.create", subjectKind: "service", subjectId: id, detail });
  }
  return id;
}

function otherService(): HeadroomError {
  return new HeadroomError("not-found", "Service not found.", {
    field: "service",
    hint: "The token is limited to one service. Leave the service out, or use another token.",
  });
}
