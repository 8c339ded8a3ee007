import { z } from "zod";
import { slugOf } from "@headroom/contract";
import type { WorkspaceTx } from "@headroom/db";
import type { Context } from "../context.ts";
import { parseInput } from "../parse-input.ts";
import { onlyServiceOf, requireScope } from "../scope.ts";

const name = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .transform((text) => text.replaceAll("\0", ""));

const destinationInput = z.strictObject({ service: name, experiment: name });

interface Named {
  id: string;
  slug: string;
  name: string;
}

/** What an upload with these names would be added to. Null: it would create it. */
export interface Destination {
  service: Named | null;
  experiment: Named | null;
}

/**
 * Finds the service and the experiment that these names mean: by the name as people read it, otherwise by the slug, as
 * uploads do. After a rename the two differ.
 */
export async function findDestination({
  ctx,
  input,
}: {
  ctx: Context;
  input: z.input<typeof destinationInput>;
}): Promise<Destination> {
  requireScope(ctx, "read");
  const asked = parseInput(destinationInput, input);
  return ctx.db.inWorkspace(ctx.workspaceId, async (tx) => {
    const service = await serviceNamed(tx, ctx, asked.service);
    const experiment = service === null ? null : await experimentNamed(tx, service.id, asked.experiment);
    return { service, experiment };
  });
}

const NAMED = { id: true, slug: true, name: true } as const;

async function serviceNamed(tx: WorkspaceTx, ctx: Context, text: string): Promise<Named | null> {
  const only = onlyServiceOf(ctx.actor);
  const found = await tx.prisma.service.findMany({
    where: { provisional: false, ...(only === null ? {} : { id: only }), OR: alike(text, "service") },
    select: NAMED,
  });
  return likest(found, text);
}

async function experimentNamed(tx: WorkspaceTx, serviceId: string, text: string): Promise<Named | null> {
  const found = await tx.prisma.experiment.findMany({
    where: { serviceId, provisional: false, deletedAt: null, OR: alike(text, "experiment") },
    select: NAMED,
  });
  return likest(found, text);
}

function alike(text: string, field: string) {
  const byName = { name: { equals: escaped(text), mode: "insensitive" as const } };
  const slug = slugOrNull(text, field);
  return slug === null ? [byName] : [byName, { slug }];
}

/** Prisma compares without regard to case by a pattern. */
function escaped(text: string): string {
  return text.replaceAll(/[\\%_]/g, String.raw`\$&`);
}

function likest(found: readonly Named[], text: string): Named | null {
  const isSame = (one: Named) => one.name.toLowerCase() === text.toLowerCase();
  return found.find(({ name: own }) => own === text) ?? found.find(isSame) ?? found[0] ?? null;
}

/** A name without a letter or digit has none. */
function slugOrNull(text: string, field: string): string | null {
  return /[\p{L}\p{N}]/u.test(text) ? slugOf(text, field) : null;
}
