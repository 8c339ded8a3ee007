import { statfs } from "node:fs/promises";
import type { FastifyBaseLogger } from "fastify";
import { measureDatabase, type Services } from "@headroom/services";
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

/** Measures at once and then all the time. Logs when the status changes. */
export async function watchRoom(watched: Watched, log: FastifyBaseLogger): Promise<{ stop(): void }> {
  const { room, services, databaseDir, keptFilesDir } = watched;
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

async function freeBytes(folder: string | null): Promise<number | null> {
  if (folder === null) return null;
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  } catch {
    return null;
  }
}
