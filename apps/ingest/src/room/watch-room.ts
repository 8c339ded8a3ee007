import { statfs } from "node:fs/promises";
import type { FastifyBaseLogger } from "fastify";
import { HeadroomError } from "@headroom/core";
import { measureDatabase } from "@headroom/services";
import type { Services } from "@headroom/services";
import type { Room, RoomStatus } from "./room.ts";

/** A running upload is stopped by it too, so it is short. */
const DISK_EVERY_MILLIS = 1_000;
const SIZE_EVERY_MILLIS = 15_000;

export interface Watched {
  room: Room;
  services: Services;
  /** On this machine; null: not known, or elsewhere. */
  databaseDir: string | null;
  keptFilesDir: string | null;
}

/**
 * Measures immediately and then all the time. Logs when the status changes. Throws if the database's folder can't be measured at
 * the start: a wrong path would turn the check off.
 */
export async function watchRoom(watched: Watched, log: FastifyBaseLogger): Promise<{ stop(): void }> {
  const { room, services, databaseDir, keptFilesDir } = watched;
  if (databaseDir !== null) await statfs(databaseDir).catch((error) => refuseFolder(databaseDir, error));
  let before: RoomStatus = "unknown";
  const logChange = () => {
    const { status } = room;
    if (status === before) return;
    before = status;
    const facts = { status, ...room.reading };
    if (status === "enough") log.info(facts, "there is enough disk space");
    else log.warn(facts, "disk space: see docs/disk-space.md");
  };
  const lookAtDisks = async () => {
    const [databaseDiskFreeBytes, keptFilesDiskFreeBytes] = await Promise.all([
      freeBytes(databaseDir),
      freeBytes(keptFilesDir),
    ]);
    room.update({ databaseDiskFreeBytes, keptFilesDiskFreeBytes });
    logChange();
  };
  // While the database is away, its last known size counts.
  const lookAtSize = async () => {
    const databaseBytes = await measureDatabase(services).catch(() => null);
    if (databaseBytes !== null) room.update({ databaseBytes });
    logChange();
  };
  await Promise.all([lookAtDisks(), lookAtSize()]);
  const timers = [
    setInterval(() => void lookAtDisks(), DISK_EVERY_MILLIS).unref(),
    setInterval(() => void lookAtSize(), SIZE_EVERY_MILLIS).unref(),
  ];
  return { stop: () => timers.forEach((timer) => clearInterval(timer)) };
}

function refuseFolder(folder: string, cause: unknown): never {
  const why = cause instanceof Error && "code" in cause ? String(cause.code) : String(cause);
  throw new HeadroomError(
    "parameter-unreadable",
    `HEADROOM_DATABASE_DIR is ${folder}, but its disk can't be measured (${why}).`,
    {
      cause,
      hint: "Set it to the folder of the database's data on this machine, or remove it if the database runs elsewhere.",
    },
  );
}

async function freeBytes(folder: string | null): Promise<number | null> {
  if (folder === null) return null;
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  } catch {
    return null;
  }
}
