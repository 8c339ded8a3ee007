import { HeadroomError } from "@headroom/core";
import { formatBytes } from "@headroom/core/format";
import { readQuota, readStoredBytes, totalBytes } from "@headroom/db";
import type { WorkspaceTx } from "@headroom/db";
import type { Context } from "../context.ts";

interface Remembered {
  /** Of this many bytes, nothing is left. Null: there is room. */
  reached: Promise<number | null>;
  at: number;
}

const REMEMBERED = 1_000;

/** How much one workspace may store. Asks the database at most once in a while for each. */
export class StorageLimit {
  /** For workspaces without a quota of their own. Null: as much as there is room for. */
  readonly maxBytes: number | null;
  readonly #rememberMillis: number;
  readonly #known = new Map<string, Remembered>();

  constructor(maxBytes: number | null, { rememberMillis = 10_000 } = {}) {
    this.maxBytes = maxBytes;
    this.#rememberMillis = rememberMillis;
  }

  /** Throws `workspace-full` if the workspace may store nothing more. */
  async assertEnough(ctx: Context): Promise<void> {
    const reached = await this.#reached(ctx);
    if (reached === null) return;
    throw new HeadroomError(
      "workspace-full",
      `The workspace has reached its storage limit of ${formatBytes(reached)}.`,
      {
        hint: "Delete runs, or keep fewer files and days (Settings, Workspace). Live traffic is removed automatically when it is old enough. Deleted runs count until they are removed, after seven days. The people who run this server can raise the limit.",
      },
    );
  }

  #reached(ctx: Context): Promise<number | null> {
    const { workspaceId } = ctx;
    const now = performance.now();
    const known = this.#known.get(workspaceId);
    if (known !== undefined && now - known.at < this.#rememberMillis) return known.reached;
    const reached = ctx.db.inWorkspace(workspaceId, (tx) => reachedBytes(tx, this.maxBytes));
    this.#known.delete(workspaceId);
    this.#known.set(workspaceId, { reached, at: now });
    reached.catch(() => this.#known.delete(workspaceId));
    const [oldest] = this.#known.keys();
    if (this.#known.size > REMEMBERED && oldest !== undefined) this.#known.delete(oldest);
    return reached;
  }
}

async function reachedBytes(tx: WorkspaceTx, maxBytes: number | null): Promise<number | null> {
  const most = (await readQuota(tx)).storedBytes ?? maxBytes;
  return most !== null && totalBytes(await readStoredBytes(tx)) >= most ? most : null;
}
