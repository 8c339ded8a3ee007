import { HeadroomError } from "@headroom/core";
import { formatBytes } from "@headroom/core/format";
import { readStoredBytes, totalBytes } from "@headroom/db";
import type { Context } from "../context.ts";

interface Remembered {
  full: Promise<boolean>;
  at: number;
}

const REMEMBERED = 1_000;

/** How much one workspace may store. Asks the database at most once in a while for each. */
export class StorageLimit {
  /** Null: as much as there is room for. */
  readonly maxBytes: number | null;
  readonly #rememberMillis: number;
  readonly #known = new Map<string, Remembered>();

  constructor(maxBytes: number | null, { rememberMillis = 10_000 } = {}) {
    this.maxBytes = maxBytes;
    this.#rememberMillis = rememberMillis;
  }

  /** Throws `workspace-full` if the workspace may store nothing more. */
  async assertEnough(ctx: Context): Promise<void> {
    const { maxBytes } = this;
    if (maxBytes === null || !(await this.#isFull(ctx, maxBytes))) return;
    throw new HeadroomError(
      "workspace-full",
      `The workspace has reached its storage limit of ${formatBytes(maxBytes)}.`,
      {
        hint: "Delete runs, or keep fewer files and days (Settings, Workspace). Live traffic is removed automatically when it is old enough. Deleted runs count until they are removed, after seven days. The people who run this server can raise the limit.",
      },
    );
  }

  #isFull(ctx: Context, maxBytes: number): Promise<boolean> {
    const { workspaceId } = ctx;
    const now = performance.now();
    const known = this.#known.get(workspaceId);
    if (known !== undefined && now - known.at < this.#rememberMillis) return known.full;
    const full = ctx.db
      .inWorkspace(workspaceId, readStoredBytes)
      .then((stored) => totalBytes(stored) >= maxBytes);
    this.#known.delete(workspaceId);
    this.#known.set(workspaceId, { full, at: now });
    full.catch(() => this.#known.delete(workspaceId));
    const [oldest] = this.#known.keys();
    if (this.#known.size > REMEMBERED && oldest !== undefined) this.#known.delete(oldest);
    return full;
  }
}
