import { SpanStatusCode } from "@opentelemetry/api";
import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider } from "@opentelemetry/sdk-trace";
import { beforeEach, expect, it } from "vitest";
import { WithoutSecrets } from "./without-secrets.ts";

const memory = new InMemorySpanExporter();
const provider = new TracerProvider({
  spanProcessors: [new SimpleSpanProcessor({ exporter: new WithoutSecrets(memory) })],
});
const tracer = provider.getTracer("test");
beforeEach(() => memory.reset());

it("sends no address, and no message of an error", async () => {
  const span = tracer.startSpan("GET /share/very-secret?link=very-secret", {
    attributes: {
      "http.target": "/share/very-secret",
      "url.full": "http://x/very-secret",
      "http.method": "GET",
    },
  });
  span.addEvent("exception", { "exception.message": "very-secret", "exception.stacktrace": "very-secret" });
  span.setStatus({ code: SpanStatusCode.ERROR, message: "very-secret" });
  span.setAttribute("error.type", "conflict");
  span.end();
  await provider.forceFlush();
  const [sent] = memory.getFinishedSpans();
  const { name, attributes, status, events } = sent ?? {};
  expect({ name, attributes, status }).toEqual({
    name: "GET",
    attributes: { "http.method": "GET", "error.type": "conflict" },
    status: { code: SpanStatusCode.ERROR },
  });
  expect(events?.map((event) => Object.keys(event))).toEqual([["time", "name"]]);
  expect(sent?.spanContext()).toEqual(span.spanContext());
});

it("names a request by its route", async () => {
  tracer.startSpan("GET", { attributes: { "http.method": "GET", "http.route": "/share/[token]" } }).end();
  tracer.startSpan("render route (app) /share/[token]").end();
  await provider.forceFlush();
  expect(memory.getFinishedSpans().map(({ name }) => name)).toEqual([
    "GET /share/[token]",
    "render route (app)",
  ]);
});
