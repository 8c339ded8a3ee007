import { expect, it, vi } from "vitest";
import { Feeds } from "./feeds.ts";
import type { FeedViewer } from "./feeds.ts";

const nothing = { subject: "service", read: () => Promise.resolve({}) };
const member = (id: string): FeedViewer => ({ kind: "member", id });
const [ann, bob] = [member("ann"), member("bob")];

it("those who watch the same share one topic, which is gone with the last of them", () => {
  const feeds = new Feeds();
  const [first, second] = [{ viewer: ann, key: "day" } as const, { viewer: bob, key: "day" } as const];
  const topic = feeds.open(first, nothing);
  const leave = topic.watch(() => undefined);
  expect(feeds.open(second, nothing)).toBe(topic);
  const leaveToo = topic.watch(() => undefined);
  leave();
  feeds.close(first);
  expect(feeds.size).toBe(1);
  leaveToo();
  feeds.close(second);
  expect(feeds.size).toBe(0);
});

it("one viewer can have 20 pages open", () => {
  const feeds = new Feeds();
  for (let at = 0; at < 20; at++) feeds.open({ viewer: ann, key: String(at) }, nothing);
  expect([feeds.hasRoom(ann), feeds.hasRoom(bob)]).toEqual(["viewer-full", "yes"]);
  feeds.close({ viewer: ann, key: "0" });
  expect(feeds.hasRoom(ann)).toBe("yes");
  for (let at = 0; at < 2_000; at++) feeds.open({ viewer: member(String(at)), key: "day" }, nothing);
  expect(feeds.hasRoom(bob)).toBe("full");
});

it("a link has room for many, and all links together leave room for members", () => {
  const feeds = new Feeds();
  const link = (id: string): FeedViewer => ({ kind: "link", id });
  const open = (id: string) => feeds.open({ viewer: link(id), key: "day" }, nothing);
  for (let at = 0; at < 500; at++) open("one");
  expect([feeds.hasRoom(link("one")), feeds.hasRoom(link("two"))]).toEqual(["viewer-full", "yes"]);
  for (let at = 0; at < 500; at++) open("two");
  expect([feeds.hasRoom(link("three")), feeds.hasRoom(ann)]).toEqual(["full", "yes"]);
  feeds.close({ viewer: link("one"), key: "day" });
  expect(feeds.hasRoom(link("three"))).toBe("yes");
});

it("only what a change concerns is read again", () => {
  const feeds = new Feeds();
  const reads: string[] = [];
  const open = (key: string, subject: string) =>
    feeds.open({ viewer: ann, key }, { subject, read: () => Promise.resolve({ read: reads.push(key) }) });
  open("a", "one").watch(() => undefined);
  open("b", "two").watch(() => undefined);
  expect(() => feeds.changed("three")).not.toThrow();
  feeds.allChanged();
  expect(feeds.size).toBe(2);
});

it("a change that came late doesn't hold back the ones after it", async () => {
  vi.useFakeTimers();
  try {
    const feeds = new Feeds();
    const readAt: number[] = [];
    const read = () => Promise.resolve({ at: readAt.push(performance.now()) });
    const topic = feeds.open({ viewer: ann, key: "every second" }, { subject: "service", read });
    const leave = topic.watch(() => undefined);
    const waited: number[] = [];
    for (let second = 1; second <= 8; second++) {
      const late = second === 4 ? 900 : 0;
      await vi.advanceTimersByTimeAsync(late);
      const changedAt = performance.now();
      feeds.changed("service");
      await vi.advanceTimersByTimeAsync(1_000 - late);
      waited.push(Math.round((readAt.find((at) => at >= changedAt) ?? Infinity) - changedAt));
    }
    leave();
    expect(Math.max(...waited)).toBeLessThan(600);
    expect(waited.slice(6)).toEqual([0, 0]);
  } finally {
    vi.useRealTimers();
  }
});
