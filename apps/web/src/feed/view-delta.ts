type Path = readonly (string | number)[];

/** What differs between two views: values by their place, and of lists that grow only what follows their common beginning. */
export interface ViewDelta {
  set: [Path, unknown][];
  tails: [Path, from: number, items: unknown[]][];
}

/** A list that has less in common is sent as a whole. */
const LEAST_IN_COMMON = 10;

export function deltaBetween(before: object, after: object): ViewDelta {
  const delta: ViewDelta = { set: [], tails: [] };
  collect(delta, [], before, after);
  return delta;
}

function collect(delta: ViewDelta, path: Path, before: unknown, after: unknown): void {
  if (JSON.stringify(before) === JSON.stringify(after)) return;
  const common = Array.isArray(before) && Array.isArray(after) ? commonLength(before, after) : 0;
  if (Array.isArray(after) && common >= LEAST_IN_COMMON)
    delta.tails.push([path, common, after.slice(common)]);
  else if (isNode(before) && isNode(after) && haveSameKeys(before, after)) {
    const list = Array.isArray(after);
    for (const [key, value] of Object.entries(after))
      collect(delta, [...path, list ? Number(key) : key], (before as Fields)[key], value);
  } else delta.set.push([path, after]);
}

type Fields = Readonly<Record<string, unknown>>;

function isNode(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

function haveSameKeys(before: object, after: object): boolean {
  if (Array.isArray(before) !== Array.isArray(after)) return false;
  const keys = Object.keys(after);
  return keys.length === Object.keys(before).length && keys.every((key) => Object.hasOwn(before, key));
}

/** `after`, from `before` and what differs. */
export function applyDelta<View extends object>(before: View, { set, tails }: ViewDelta): View {
  let view: unknown = before;
  for (const [path, value] of set) view = changed(view, path, () => value);
  for (const [path, from, items] of tails)
    view = changed(view, path, (list) => [...(Array.isArray(list) ? list.slice(0, from) : []), ...items]);
  return view as View;
}

/** A copy with another value at a place; everything else is shared. */
function changed(node: unknown, [key, ...rest]: Path, change: (value: unknown) => unknown): unknown {
  if (key === undefined) return change(node);
  if (Array.isArray(node)) {
    const list: unknown[] = node;
    return list.map((value, at) => (at === key ? changed(value, rest, change) : value));
  }
  const fields = node as Fields;
  return { ...fields, [key]: changed(fields[key], rest, change) };
}

function commonLength(before: readonly unknown[], after: readonly unknown[]): number {
  const most = Math.min(before.length, after.length);
  for (let at = 0; at < most; at++) if (JSON.stringify(before[at]) !== JSON.stringify(after[at])) return at;
  return most;
}
