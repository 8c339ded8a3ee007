import type { WorkspaceTx } from "@headroom/db";
import type { Context } from "./context.ts";

/** Who does it, by name: it is still them after they have left. A token can say in whose name it acts. */
export async function nameOfActor(
  tx: WorkspaceTx,
  { actor }: Context,
  given: string | null,
): Promise<string> {
  if (actor.kind === "person") {
    const person = await tx.prisma.person.findFirst({ where: { id: actor.id }, select: { name: true } });
    return person?.name ?? "A member";
  }
  if (given !== null) return given;
  if (actor.kind !== "token") return "Headroom";
  const token = await tx.prisma.token.findFirst({ where: { id: actor.id }, select: { name: true } });
  return `Token ${token?.name ?? ""}`.trim();
}
