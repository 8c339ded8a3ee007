import { formatBytes } from "@headroom/core/format";
import type { World } from "../world.ts";

const REDRAW_MILLIS = 100;
const BAR = 24;

/** A line that is redrawn on a terminal; prints nothing otherwise. */
export class Progress {
  readonly #world: Pick<World, "stderr" | "now">;
  readonly #shown: boolean;
  #drawnAt = -Infinity;
  #begunAt: number;
  #title = "";

  constructor(world: Pick<World, "stderr" | "now">, quiet: boolean) {
    this.#world = world;
    this.#shown = !quiet && world.stderr.isTTY === true;
    this.#begunAt = world.now();
  }

  begin(title: string): void {
    this.clear();
    this.#title = title;
    this.#begunAt = this.#world.now();
    this.#drawnAt = -Infinity;
  }

  /** `whole` null: the total is unknown. */
  show(done: number, whole: number | null, unit: "bytes" | "batches"): void {
    const now = this.#world.now();
    if (!this.#shown || now - this.#drawnAt < REDRAW_MILLIS) return;
    this.#drawnAt = now;
    const seconds = (now - this.#begunAt) / 1_000;
    const line = `${this.#title} ${amountOf(done, whole, unit)}${speedOf(done, seconds, unit)}`;
    this.#world.stderr.write(`\r\u001b[2K${line.slice(0, (this.#world.stderr.columns ?? 80) - 1)}`);
  }

  clear(): void {
    if (this.#shown && this.#drawnAt !== -Infinity) this.#world.stderr.write("\r\u001b[2K");
  }
}

function amountOf(done: number, whole: number | null, unit: "bytes" | "batches"): string {
  const count = unit === "bytes" ? formatBytes(done) : String(done);
  if (whole === null || whole === 0) return count;
  const share = Math.min(1, done / whole);
  const filled = Math.round(share * BAR);
  return `[${"█".repeat(filled)}${"░".repeat(BAR - filled)}] ${Math.floor(share * 100)}%, ${count}`;
}

function speedOf(done: number, seconds: number, unit: "bytes" | "batches"): string {
  return unit === "bytes" && seconds > 0.5 ? `, ${formatBytes(done / seconds)}/s` : "";
}
