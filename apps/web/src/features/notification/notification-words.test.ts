import { describe, expect, it } from "vitest";
import { CHANNEL_EVENTS } from "@headroom/contract";
import type { ChannelAnswer, ListedDelivery } from "@headroom/contract";
import { channelsSentence, eventsText, readableBody, resultText, webhookText } from "./notification-words.ts";
import { deliveriesAddress, readDeliveryQuery } from "./search-params.ts";

const ID = "01a1fe48-0000-7000-8000-000000000000";
const channel = (deliveries: Partial<ChannelAnswer["deliveries"]> = {}): ChannelAnswer => ({
  id: ID,
  name: "CI",
  kind: "webhook",
  origin: "https://hooks.example",
  service: null,
  events: ["run.regressed"],
  version: 1,
  createdAt: "",
  updatedAt: "",
  deliveries: { deliveredAt: null, failingSince: null, pending: 0, givenUp: 0, ...deliveries },
});
const delivery: ListedDelivery = {
  id: ID,
  channel: { id: ID, name: "CI", kind: "webhook" },
  slo: null,
  type: "test",
  title: "A test",
  state: "delivered",
  attempts: 1,
  status: 204,
  problem: null,
  createdAt: "",
  triedAt: null,
  nextAt: null,
};

describe("a channel in words", () => {
  it("says what it gets", () => {
    expect(eventsText(["run.finished", "run.recovered"])).toBe("Runs that finished or recovered");
    expect(eventsText(["run.finished", "run.regressed", "run.recovered"])).toBe("All events of runs");
    expect(eventsText(["slo.state"])).toBe("SLO state changes");
    expect(eventsText(["run.regressed", "slo.state"])).toBe("Runs that regressed, SLO state changes");
    expect(eventsText([...CHANNEL_EVENTS])).toBe("Everything");
  });

  it("has another name than the webhook of an SLO", () => {
    expect(webhookText({ id: ID, name: "Checkout", service: "shop" })).toBe("Webhook of Checkout");
  });

  it("is summed up", () => {
    expect(channelsSentence([]).lead).toBe("No channels.");
    expect(channelsSentence([channel()])).toEqual({ lead: "1 channel.", rest: "None of them is failing." });
    const two = [channel(), channel({ failingSince: "2026-11-26T11:00:00Z" })];
    expect(channelsSentence(two)).toEqual({ lead: "2 channels.", rest: "1 is failing." });
  });
});

it.each([
  [{}, "Answered 204."],
  [{ attempts: 3 }, "Answered 204 on attempt 3."],
  [{ state: "waiting", status: null, attempts: 0 }, ""],
  [
    { state: "retrying", status: 500, problem: "It answered 500.", attempts: 2 },
    "It answered 500. 2 attempts.",
  ],
] as const)("a delivery's result: %o", (changed, words) => {
  expect(resultText({ ...delivery, ...changed })).toBe(words);
});

it("a body is shown as it is if it isn't JSON", () => {
  expect(readableBody('{"a":1}')).toBe('{\n  "a": 1\n}');
  expect(readableBody("<a>")).toBe("<a>");
});

it("the address holds the filters, and nothing that can't be read", () => {
  const query = { channel: ID, slo: null, state: "given-up" as const, cursor: "abc_-9" };
  const address = deliveriesAddress(query);
  expect(readDeliveryQuery(Object.fromEntries(new URLSearchParams(address.split("?")[1])))).toEqual(query);
  expect(readDeliveryQuery({ channel: "x", state: "lost", cursor: "a b" })).toEqual({
    channel: null,
    slo: null,
    state: null,
    cursor: null,
  });
  expect(deliveriesAddress({ channel: null, slo: null, state: null, cursor: null })).toBe(
    "/settings/notifications",
  );
});
