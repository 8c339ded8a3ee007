type Fields = Readonly<Record<string, unknown>>;

/** What differs between two views: whole fields, and of lists that grow only what follows their common beginning. */
export interface ViewDelta {
  fields: Record<string, unknown>;
  tails: Record<string, { from: number; items: unknown[] }>;
}

/** A list that has less in common is sent as a whole. */
const LEAST_IN_COMMON = 10;

export function deltaBetween(before: object, after: object): ViewDelta {
  const known = before as Fields;
  const delta: ViewDelta = { fields: {}, tails: {} };
  for (const [name, value] of Object.entries(after)) {
    const old = known[name];
    if (JSON.stringify(old) === JSON.stringify(value)) continue;
    const common = Array.isArray(old) && Array.isArray(value) ? commonLength(old, value) : 0;
    if (Array.isArray(value) && common >= LEAST_IN_COMMON)
      delta.tails[name] = { from: common, items: value.slice(common) };
    else delta.fields[name] = value;
  }
  return delta;
}

/** `after`, from `before` and what differs. */
export function applyDelta<View extends object>(before: View, { fields, tails }: ViewDelta): View {
  const known = before as Fields;
  const lists = Object.entries(tails).map(([name, { from, items }]) => {
    const list: unknown = known[name];
    return [name, [...(Array.isArray(list) ? (list as unknown[]) : []).slice(0, from), ...items]];
  });
  return { ...before, ...fields, ...Object.fromEntries(lists) } as View;
}

function commonLength(before: readonly unknown[], after: readonly unknown[]): number {
  const most = Math.min(before.length, after.length);
  for (let at = 0; at < most; at++) if (JSON.stringify(before[at]) !== JSON.stringify(after[at])) return at;
  return most;
}
