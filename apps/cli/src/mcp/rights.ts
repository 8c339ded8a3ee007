import { ownToken } from "@headroom/contract";
import type { OwnToken } from "@headroom/contract";
import { isHeadroomError, MINUTE_MILLIS } from "@headroom/core";
import type { Api } from "./api.ts";

type Scope = OwnToken["scopes"][number];

const REMEMBERED_MILLIS = MINUTE_MILLIS;
const MAX_REMEMBERED = 1_000;
const REFUSALS = ["unauthenticated", "token-expired", "token-revoked", "token-replaced"] as const;

/** The rights of many tokens, each asked for once a minute at most. Throws if a token isn't valid. */
export class Rights {
  readonly #open: (token: string) => Api;
  readonly #now: () => number;
  readonly #known = new Map<string, { scopes: readonly Scope[]; until: number }>();

  constructor({ open, now }: { open: (token: string) => Api; now: () => number }) {
    this.#open = open;
    this.#now = now;
  }

  async of(token: string): Promise<readonly Scope[]> {
    const known = this.#known.get(token);
    if (known !== undefined && known.until > this.#now()) return known.scopes;
    const scopes = await this.#ask(token);
    if (scopes === null) return [];
    if (this.#known.size >= MAX_REMEMBERED) this.#known.clear();
    this.#known.set(token, { scopes, until: this.#now() + REMEMBERED_MILLIS });
    return scopes;
  }

  /** Null: the server can't be asked now. */
  async #ask(token: string): Promise<readonly Scope[] | null> {
    try {
      return (await this.#open(token).get(ownToken, "/v1/token")).scopes;
    } catch (error) {
      if (!isHeadroomError(error) || REFUSALS.some((code) => code === error.code)) throw error;
      return null;
    }
  }
}
