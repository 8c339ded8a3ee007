/** What the requests of a workspace were, since this process started. */
export interface Sent {
  requests: number;
  refused: number;
  bytes: number;
}

export const OTHERS = "others";

/** Each is three series of the metrics. */
const SHOWN = 20;
/** For the operator's list: a report of the process with that many takes some 100 kB. */
export const LISTED = 1_000;
const TURN_MILLIS = 60_000;

const nothing = (): Sent => ({ requests: 0, refused: 0, bytes: 0 });

/**
 * Counts requests by workspace within a bound: the busiest have counts of their own, and the rest one together. What is
 * counted once stays where it is, so every count only rises, whichever workspaces are the busiest.
 */
export class Busiest {
  readonly #most: number;
  #named = new Map<string, Sent>();
  readonly #others = nothing();
  /** Requests of late by workspace. Half of them are forgotten at each turn, and then those that are left with none. */
  #recent = new Map<string, number>();

  constructor(most = SHOWN) {
    this.#most = most;
  }

  /** Takes turns for as long as the process runs. */
  start(): this {
    setInterval(() => this.turn(), TURN_MILLIS).unref();
    return this;
  }

  add(workspace: string, { refused, bytes }: { refused: boolean; bytes: number }): void {
    this.#recent.set(workspace, (this.#recent.get(workspace) ?? 0) + 1);
    if (!this.#named.has(workspace) && this.#named.size < this.#most) this.#named.set(workspace, nothing());
    const sent = this.#named.get(workspace) ?? this.#others;
    sent.requests += 1;
    sent.refused += refused ? 1 : 0;
    sent.bytes += bytes;
  }

  /** Chooses the busiest again, and forgets the counts of those that have to make room. */
  turn(): void {
    const busiest = [...this.#recent].toSorted(([, one], [, other]) => other - one).slice(0, this.#most);
    // Nobody loses their place to a workspace that sent as little.
    const least = busiest.at(-1)?.[1] ?? 0;
    const stay = [...this.#named].filter(([workspace]) => (this.#recent.get(workspace) ?? 0) >= least);
    const named = new Map(stay.slice(0, this.#most));
    for (const [workspace] of busiest)
      if (named.size < this.#most && !named.has(workspace)) named.set(workspace, nothing());
    for (const [workspace, sent] of this.#named)
      if (named.size < this.#most && !named.has(workspace)) named.set(workspace, sent);
    this.#named = named;
    const halves = [...this.#recent].map(([workspace, requests]) => [workspace, requests / 2] as const);
    this.#recent = new Map(halves.filter(([, requests]) => requests >= 1));
  }

  /** By workspace, with `others` for the rest. */
  get counts(): [string, Sent][] {
    return [...this.#named, [OTHERS, this.#others]];
  }
}
