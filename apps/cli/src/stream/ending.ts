import type { World } from "../world.ts";

export interface EndingOptions {
  /** Ends after so long without new data; null: never. */
  untilIdleSeconds: number | null;
  /** Ends with this process; null: with none. */
  untilExitPid: number | null;
}

/** The program that writes to a pipe gets the same signal, and ends the pipe when it has written the rest. */
interface IgnoredStops {
  ignoredStops: number;
}

/** When a stream is over: the user stops it, the load tool's process ended, or nothing new has come for long enough. */
export class Ending {
  readonly #options: EndingOptions & IgnoredStops;
  readonly #world: Pick<World, "now" | "isRunning" | "onStop">;
  readonly #stopListening: () => void;
  #stops = 0;
  #dataAt: number | null = null;

  /** After the request that ends the stream, the next one ends the command, as for any other. */
  constructor(
    options: EndingOptions & IgnoredStops,
    world: Pick<World, "now" | "isRunning" | "onStop">,
    onIgnored: () => void,
  ) {
    this.#options = options;
    this.#world = world;
    this.#stopListening = world.onStop(() => {
      this.#stops += 1;
      if (this.#stops <= options.ignoredStops) onIgnored();
      else this.close();
    });
  }

  /** Silence counts from the first data: a load tool may take long to start. */
  sawData(): void {
    this.#dataAt = this.#world.now();
  }

  isOver(): boolean {
    const { untilIdleSeconds, untilExitPid, ignoredStops } = this.#options;
    if (this.#stops > ignoredStops) return true;
    if (untilExitPid !== null && !this.#world.isRunning(untilExitPid)) return true;
    return (
      untilIdleSeconds !== null &&
      this.#dataAt !== null &&
      this.#world.now() - this.#dataAt >= untilIdleSeconds * 1_000
    );
  }

  close(): void {
    this.#stopListening();
  }
}
