import { expect, it } from "vitest";
import { Feeds } from "./feeds.ts";

const nothing = () => Promise.resolve({});

it("those who watch the same share one topic, which is gone with the last of them", () => {
  const feeds = new Feeds();
  const ann = { viewer: "ann", key: "day" };
  const bob = { viewer: "bob", key: "day" };
  const topic = feeds.open(ann, "service", nothing);
  const leave = topic.watch(() => undefined);
  expect(feeds.open(bob, "service", nothing)).toBe(topic);
  const leaveToo = topic.watch(() => undefined);
  leave();
  feeds.close(ann);
  expect(feeds.size).toBe(1);
  leaveToo();
  feeds.close(bob);
  expect(feeds.size).toBe(0);
});

it("one viewer can have 20 pages open", () => {
  const feeds = new Feeds();
  for (let at = 0; at < 20; at++) feeds.open({ viewer: "ann", key: String(at) }, "service", nothing);
  expect([feeds.hasRoom("ann"), feeds.hasRoom("bob")]).toEqual(["viewer-full", "yes"]);
  feeds.close({ viewer: "ann", key: "0" });
  expect(feeds.hasRoom("ann")).toBe("yes");
  for (let at = 0; at < 2_000; at++) feeds.open({ viewer: String(at), key: "day" }, "service", nothing);
  expect(feeds.hasRoom("bob")).toBe("full");
});

it("only what a change concerns is read again", () => {
  const feeds = new Feeds();
  const reads: string[] = [];
  const open = (key: string, subject: string) =>
    feeds.open({ viewer: "ann", key }, subject, () => Promise.resolve({ read: reads.push(key) }));
  open("a", "one").watch(() => undefined);
  open("b", "two").watch(() => undefined);
  expect(() => feeds.changed("three")).not.toThrow();
  feeds.allChanged();
  expect(feeds.size).toBe(2);
});
