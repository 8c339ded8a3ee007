import type { Attributes } from "@opentelemetry/api";
import type { ReadableSpan, SpanExporter } from "@opentelemetry/sdk-trace";

/** What is known to hold no address: those of sign-in links, share links and badges are secrets. */
const SENT = new Set([
  "db.query.text",
  "db.system.name",
  "error.type",
  "http.method",
  "http.request.method",
  "http.response.status_code",
  "http.route",
  "http.status_code",
  "next.route",
  "next.rsc",
  "next.span_type",
]);
const OWN = "headroom.";

/** Web's framework notes whole addresses and messages of errors. They don't leave this process. */
export class WithoutSecrets implements SpanExporter {
  readonly #exporter: SpanExporter;

  constructor(exporter: SpanExporter) {
    this.#exporter = exporter;
  }

  export(spans: ReadableSpan[], done: Parameters<SpanExporter["export"]>[1]): void {
    this.#exporter.export(spans.map(withoutSecrets), done);
  }

  shutdown(): Promise<void> {
    return this.#exporter.shutdown();
  }

  async forceFlush(): Promise<void> {
    await this.#exporter.forceFlush?.();
  }
}

function withoutSecrets(span: ReadableSpan): ReadableSpan {
  const { route, method } = asked(span.attributes);
  // Its methods, such as the one for the context, are the span's own.
  return Object.create(span, {
    name: { value: route === null ? span.name.replace(/[/?].*$/s, "").trim() : `${method} ${route}`.trim() },
    attributes: { value: known(span.attributes) },
    status: { value: { code: span.status.code } },
    events: { value: span.events.map(({ time, name }) => ({ time, name })) },
    links: { value: span.links.map(({ context }) => ({ context })) },
  }) as ReadableSpan;
}

/** Of spans that are a request to a known route. */
function asked(attributes: Attributes): { route: string | null; method: string } {
  const route = attributes["http.route"];
  const method = attributes["http.request.method"] ?? attributes["http.method"];
  if (typeof route !== "string") return { route: null, method: "" };
  return { route, method: typeof method === "string" ? method : "" };
}

function known(attributes: Attributes): Attributes {
  const kept = Object.entries(attributes).filter(([name]) => SENT.has(name) || name.startsWith(OWN));
  return Object.fromEntries(kept);
}
