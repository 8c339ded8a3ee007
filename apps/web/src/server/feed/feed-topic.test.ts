import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { FeedTopic } from "./feed-topic.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const timing = { leastMillis: 1_000, mostMillis: 5_000, oldMillis: 12_000 };
function topicOf(read: () => Promise<{ value: number }>) {
  return new FeedTopic(read, timing);
}
const pass = (millis: number) => vi.advanceTimersByTimeAsync(millis);

describe("a view that people watch", () => {
  it("is read once for all of them", async () => {
    let value = 0;
    const read = vi.fn<() => Promise<{ value: number }>>(() => Promise.resolve({ value: (value += 1) }));
    const topic = topicOf(read);
    const heard = vi.fn<() => void>();
    for (let at = 0; at < 200; at++) topic.watch(heard);
    await pass(0);
    expect(read).toHaveBeenCalledTimes(1);
    expect(heard).toHaveBeenCalledTimes(200);
    for (let at = 0; at < 50; at++) {
      topic.changed();
      await pass(20);
    }
    // Fifty changes within a second.
    expect(read.mock.calls.length).toBeLessThanOrEqual(2);
    await pass(1_000);
    expect(read).toHaveBeenCalledTimes(2);
    expect(topic.state?.full).toBe('{"value":2}');
  });

  it("is read again when time passes, and not while nobody watches", async () => {
    const read = vi.fn<() => Promise<{ value: number }>>(() => Promise.resolve({ value: 1 }));
    const topic = topicOf(read);
    topic.changed();
    await pass(60_000);
    expect(read).not.toHaveBeenCalled();
    const leave = topic.watch(() => undefined);
    await pass(11_000);
    expect(read).toHaveBeenCalledTimes(3);
    leave();
    await pass(60_000);
    expect(read).toHaveBeenCalledTimes(3);
    expect(topic.state).toBeNull();
  });

  it("reads a change that came while it was reading", async () => {
    let value = 0;
    const slow = () =>
      new Promise<{ value: number }>((resolve) => setTimeout(() => resolve({ value: (value += 1) }), 3_000));
    const topic = topicOf(slow);
    topic.watch(() => undefined);
    await pass(10);
    topic.changed();
    await pass(3_000);
    expect(topic.state?.full).toBe('{"value":1}');
    await pass(3_000);
    expect(topic.state?.full).toBe('{"value":2}');
  });

  it("is read rarely where a read takes long, and people can wait", async () => {
    const slow = vi.fn<() => Promise<{ value: number }>>(
      () => new Promise((resolve) => setTimeout(() => resolve({ value: 1 }), 1_000)),
    );
    const topic = new FeedTopic(slow, { ...timing, restPerRead: 4 });
    topic.watch(() => undefined);
    for (let second = 0; second < 100; second++) {
      topic.changed();
      await pass(1_000);
    }
    expect(slow).toHaveBeenCalledTimes(21);
  });

  it("keeps what it knows while the database is away, and goes on", async () => {
    let isAway = false;
    const topic = topicOf(() => (isAway ? Promise.reject(new Error("away")) : Promise.resolve({ value: 1 })));
    topic.watch(() => undefined);
    await pass(0);
    const first = topic.state?.revision ?? 0;
    isAway = true;
    await pass(20_000);
    expect(topic.state?.revision).toBe(first);
    isAway = false;
    await pass(5_000);
    expect(topic.state?.revision).toBe(first + 1);
  });

  it("is old when reads fail or hang, until one works", async () => {
    let answer = () => Promise.resolve({ value: 1 });
    const topic = topicOf(() => answer());
    topic.watch(() => undefined);
    await pass(60_000);
    expect(topic.isOld).toBe(false);
    answer = () => Promise.reject(new Error("away"));
    await pass(10_000);
    expect(topic.isOld).toBe(false);
    await pass(10_000);
    expect(topic.isOld).toBe(true);
    answer = () => new Promise((resolve) => setTimeout(() => resolve({ value: 2 }), 30_000));
    await pass(20_000);
    expect(topic.isOld).toBe(true);
    await pass(20_000);
    expect(topic.isOld).toBe(false);
  });

  it("is old if it could never be read", async () => {
    const topic = topicOf(() => Promise.reject(new Error("away")));
    await pass(60_000);
    topic.watch(() => undefined);
    await pass(10_000);
    expect(topic.isOld).toBe(false);
    await pass(5_000);
    expect(topic.isOld).toBe(true);
  });
});
