const KINDS = { runs: "run", experiments: "experiment", services: "service" } as const;
const THING = /^\/(runs|experiments|services)\/([0-9a-f-]{36})(?:[/?#]|$)/i;

/** The kind and id of what an address is about. */
export function thingOf(path: string): { kind: string; id: string } | null {
  const [, kind, id] = THING.exec(path) ?? [];
  if (kind === undefined || id === undefined) return null;
  const known = Object.entries(KINDS).find(([name]) => name === kind.toLowerCase());
  return known ? { kind: known[1], id } : null;
}
