import { describe, expect, it } from "vitest";
import { WebhookRefused } from "./post-webhook.ts";
import { problemWords } from "./problem-words.ts";

describe("why an attempt failed", () => {
  it.each([
    [new WebhookRefused(500), "It answered 500."],
    [new WebhookRefused(302), "It answered 302. Redirects aren't followed."],
    [new DOMException("The operation timed out.", "TimeoutError"), "No answer within 10 seconds."],
    [
      Object.assign(new Error("getaddrinfo ENOTFOUND a"), { code: "ENOTFOUND" }),
      "Its address doesn't exist or can't be reached from this server.",
    ],
    [
      Object.assign(new Error("certificate has expired"), { code: "CERT_HAS_EXPIRED" }),
      "certificate has expired",
    ],
    [new Error("10.0.0.1 is a private address."), "10.0.0.1 is a private address."],
    [new Error("one\r\ntwo\u001b[31m"), "one two [31m"],
    ["what", "It failed for an unknown reason."],
  ])("%s", (thrown, words) => {
    expect(problemWords(thrown)).toBe(words);
  });

  it("is short, whatever the receiver's software says", () => {
    expect(problemWords(new Error("x".repeat(5_000)))).toHaveLength(300);
  });
});
