import { expect, it } from "vitest";
import { Room } from "./room.ts";
import type { RoomReading } from "./room.ts";

function roomWith(reading: Partial<RoomReading>): Room {
  const room = new Room({ minFreeBytes: 1_000, maxDatabaseBytes: 10_000 });
  room.update(reading);
  return room;
}

it("refuses data below the smallest free space, and warns below twice as much", () => {
  expect(roomWith({ databaseDiskFreeBytes: 2_000 }).status).toBe("enough");
  expect(roomWith({ databaseDiskFreeBytes: 1_999 }).status).toBe("low");
  expect(() => roomWith({ databaseDiskFreeBytes: 1_000 }).assertEnough()).not.toThrow();
  const full = roomWith({ databaseDiskFreeBytes: 999 });
  expect(full.status).toBe("full");
  expect(() => full.assertEnough()).toThrow(expect.objectContaining({ code: "storage-full" }));
});

it("refuses data from the largest size of the database on, and warns from nine tenths of it", () => {
  expect(roomWith({ databaseBytes: 8_999 }).status).toBe("enough");
  expect(roomWith({ databaseBytes: 9_000 }).status).toBe("low");
  const full = roomWith({ databaseBytes: 10_000 });
  expect(full.status).toBe("full");
  expect(() => full.assertEnough()).toThrow(expect.objectContaining({ code: "storage-full" }));
});

it("hints at the limit that was reached", () => {
  const hintOf = (room: Room) => {
    try {
      room.assertEnough();
    } catch (error) {
      return Reflect.get(Object(error), "hint");
    }
  };
  expect(hintOf(roomWith({ databaseDiskFreeBytes: 0 }))).toContain("free disk space");
  expect(hintOf(roomWith({ databaseDiskFreeBytes: 5_000, databaseBytes: 10_000 }))).toMatch(
    /raise HEADROOM_MAX_DATABASE_BYTES/,
  );
});

it("takes data again once there is room", () => {
  const room = roomWith({ databaseDiskFreeBytes: 0, databaseBytes: 1 });
  room.update({ databaseDiskFreeBytes: 5_000 });
  expect(room.status).toBe("enough");
  expect(() => room.assertEnough()).not.toThrow();
});

it("only warns if there is little room for kept files", () => {
  const room = roomWith({ databaseDiskFreeBytes: 5_000, keptFilesDiskFreeBytes: 0 });
  expect(room.status).toBe("low");
  expect(() => room.assertEnough()).not.toThrow();
});

it("refuses nothing and claims nothing if nothing could be measured", () => {
  const room = roomWith({});
  expect(room.status).toBe("unknown");
  expect(() => room.assertEnough()).not.toThrow();
});
