import { expect, it } from "vitest";
import { newChannel } from "@headroom/contract";
import type { Notice } from "../notice.ts";
import { writeNotice } from "../notice.ts";
import { requestFor } from "./pager-request.ts";

const envelope = { delivery: "0193-1", at: "2026-11-27T19:17:00.000Z" };
const notice = (changes: Partial<Notice> = {}): Notice => ({
  type: "peak-day.state",
  title: "Black Friday: All requests fail.",
  lines: ["775 req/s in the last minute."],
  link: { words: "Open the peak day", url: "https://headroom.example/peak-days/1" },
  incident: { key: "peak-day-1", isOver: false, isUrgent: true, source: "Shop" },
  body: () => ({}),
  ...changes,
});
const over = { incident: { key: "peak-day-1", isOver: true, isUrgent: true, source: "Shop" } };

function sent(kind: "pagerduty" | "opsgenie", url: string, changes: Partial<Notice> = {}) {
  const body = writeNotice(kind, notice(changes), envelope);
  // What is stored has no key.
  expect(body).not.toContain("KEY");
  const request = requestFor(kind, { url, body, headers: { "headroom-signature": "t=1" } });
  return { ...request, body: JSON.parse(request.body) as Record<string, unknown> };
}

it("PagerDuty gets an event with the key of the URL, and the same incident is resolved", () => {
  const url = "https://events.pagerduty.com/v2/enqueue?routing_key=KEY";
  expect(sent("pagerduty", url)).toEqual({
    url: "https://events.pagerduty.com/v2/enqueue",
    headers: {},
    body: {
      routing_key: "KEY",
      event_action: "trigger",
      dedup_key: "peak-day-1",
      payload: {
        summary: "Black Friday: All requests fail.",
        source: "Shop",
        severity: "critical",
        timestamp: envelope.at,
        custom_details: { text: "775 req/s in the last minute." },
      },
      links: [{ href: "https://headroom.example/peak-days/1", text: "Open the peak day" }],
      client: "Headroom",
    },
  });
  expect(sent("pagerduty", url, over).body).toMatchObject({
    event_action: "resolve",
    dedup_key: "peak-day-1",
    routing_key: "KEY",
  });
  expect(sent("pagerduty", url, { incident: null }).body).toMatchObject({
    dedup_key: "0193-1",
    payload: { severity: "info" },
  });
});

it("Opsgenie gets an alert with the key as a header, and it is closed by its alias", () => {
  const url = "https://api.eu.opsgenie.com/v2/alerts?apiKey=KEY";
  const opened = sent("opsgenie", url, { title: "x".repeat(200) });
  expect(opened).toMatchObject({
    url: "https://api.eu.opsgenie.com/v2/alerts",
    headers: { authorization: "GenieKey KEY" },
    body: { alias: "peak-day-1", priority: "P1", entity: "Shop" },
  });
  expect(String(opened.body["message"])).toHaveLength(130);
  expect(sent("opsgenie", url, over)).toMatchObject({
    url: "https://api.eu.opsgenie.com/v2/alerts/peak-day-1/close?identifierType=alias",
    body: { note: expect.stringContaining("All requests fail.") },
  });
});

it("other kinds are sent as they are stored", () => {
  const given = { url: "https://hooks.example/?routing_key=KEY", body: "{}", headers: { a: "b" } };
  expect(requestFor("webhook", given)).toBe(given);
});

it("a pager needs its key, and isn't for runs", () => {
  const channel = { name: "On call", kind: "pagerduty", events: ["peak-day.state"] };
  const parsed = (changes: object) =>
    newChannel.safeParse({ ...channel, url: "https://events.example/?routing_key=KEY", ...changes });
  expect(parsed({}).success).toBe(true);
  expect(parsed({ url: "https://events.example/" }).error?.issues[0]?.path).toEqual(["url"]);
  expect(parsed({ events: ["run.finished"] }).error?.issues[0]?.path).toEqual(["events"]);
  expect(parsed({ kind: "slack", events: ["run.finished"] }).success).toBe(true);
});
