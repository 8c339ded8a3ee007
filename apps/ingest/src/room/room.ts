import { HeadroomError } from "@headroom/core";

export interface RoomLimits {
  /** Below this, nothing new is stored. Below twice as much, there is a warning. */
  minFreeBytes: number;
  /** The database's largest size; null: the disk is the only limit. */
  maxDatabaseBytes: number | null;
}

/** Null: not known. */
export interface RoomReading {
  databaseDiskFreeBytes: number | null;
  keptFilesDiskFreeBytes: number | null;
  databaseBytes: number | null;
}

export type RoomStatus = "enough" | "low" | "full" | "unknown";

const LOW_FREE_FACTOR = 2;
const LOW_SIZE_SHARE = 0.9;
const NOTHING_KNOWN: RoomReading = {
  databaseDiskFreeBytes: null,
  keptFilesDiskFreeBytes: null,
  databaseBytes: null,
};

/**
 * Whether there is room for more data. PostgreSQL needs disk space even to delete, and to start again after a crash, so new
 * data is refused while there is some left.
 */
export class Room {
  readonly #limits: RoomLimits;
  #reading = NOTHING_KNOWN;

  constructor(limits: RoomLimits) {
    this.#limits = limits;
  }

  get reading(): RoomReading {
    return this.#reading;
  }

  /** For the health page. */
  get facts(): { status: RoomStatus } & RoomReading & RoomLimits {
    return { status: this.status, ...this.#reading, ...this.#limits };
  }

  update(known: Partial<RoomReading>): void {
    this.#reading = { ...this.#reading, ...known };
  }

  get status(): RoomStatus {
    const parts = [this.#ofDisk(), this.#ofSize(), this.#ofKeptFiles()];
    return (["full", "low", "enough"] as const).find((status) => parts.includes(status)) ?? "unknown";
  }

  get isFull(): boolean {
    return this.#ofDisk() === "full" || this.#ofSize() === "full";
  }

  /** Throws `storage-full` if nothing more may be stored. */
  readonly assertEnough = (): void => {
    if (this.#ofDisk() === "full") throw full("The disk of the database is almost full.", "free disk space");
    if (this.#ofSize() === "full")
      throw full(
        "The database has reached its largest size.",
        "raise HEADROOM_MAX_DATABASE_BYTES, or delete runs and shrink the database",
      );
  };

  #ofDisk(): RoomStatus {
    const { minFreeBytes } = this.#limits;
    const free = this.#reading.databaseDiskFreeBytes;
    if (free === null) return "unknown";
    if (free < minFreeBytes) return "full";
    return free < minFreeBytes * LOW_FREE_FACTOR ? "low" : "enough";
  }

  #ofSize(): RoomStatus {
    const { maxDatabaseBytes } = this.#limits;
    const size = this.#reading.databaseBytes;
    if (maxDatabaseBytes === null || size === null) return "unknown";
    if (size >= maxDatabaseBytes) return "full";
    return size >= maxDatabaseBytes * LOW_SIZE_SHARE ? "low" : "enough";
  }

  /** Never full: a run whose file can't be kept is still stored, with a warning. */
  #ofKeptFiles(): RoomStatus {
    const free = this.#reading.keptFilesDiskFreeBytes;
    if (free === null) return "unknown";
    return free < this.#limits.minFreeBytes * LOW_FREE_FACTOR ? "low" : "enough";
  }
}

function full(message: string, remedy: string): HeadroomError {
  return new HeadroomError("storage-full", message, {
    hint: `The people who run this server have to ${remedy}. Everything stored can still be read.`,
  });
}
