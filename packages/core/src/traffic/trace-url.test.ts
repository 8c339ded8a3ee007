import { describe, expect, it } from "vitest";
import { traceUrl, traceUrlProblem } from "./trace-url.ts";

describe("the address of traces", () => {
  it.each([
    "https://tempo.example.com/trace/{traceId}",
    "http://jaeger:16686/trace/{traceId}?uiFind=slow#top",
    'https://grafana.example.com/explore?panes={"a":{"query":"{traceId}"}}',
  ])("can be %s", (template) => {
    expect(traceUrlProblem(template)).toBeNull();
  });

  it.each([
    ["https://tempo.example.com/trace", "expected the placeholder {traceId} once"],
    ["https://tempo.example.com/{traceId}/{traceId}", "expected the placeholder {traceId} once"],
    ["javascript:alert('{traceId}')", "expected http:// or https://"],
    ["data:text/html,{traceId}", "expected http:// or https://"],
    ["//tempo.example.com/{traceId}", "expected a URL"],
    ["/trace/{traceId}", "expected a URL"],
    ["https://{traceId}.example.com/", "expected {traceId} after the host"],
    ["https://tempo.example.com:{traceId}/", "expected a URL"],
    ["https://user:secret@example.com/{traceId}", "expected a URL without a user name or password"],
  ])("can't be %s", (template, problem) => {
    expect(traceUrlProblem(template)).toBe(problem);
  });

  it("gets the ID as one part of it", () => {
    expect(traceUrl("https://x.test/trace/{traceId}", "0af7")).toBe("https://x.test/trace/0af7");
    expect(traceUrl("https://x.test/trace/{traceId}", "$&/../?a")).toBe(
      "https://x.test/trace/%24%26%2F..%2F%3Fa",
    );
  });
});
