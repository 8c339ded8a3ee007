/** What a replay needs of the world outside. */
export interface World {
  now: () => number;
  sleep: (millis: number) => Promise<void>;
  say: (line: string) => void;
  /** Aborted when it is to stop. */
  stop: AbortSignal;
}
