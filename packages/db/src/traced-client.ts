import { SpanKind } from "@opentelemetry/api";
import type pg from "pg";
import { WatchedClient } from "./hang-watch.ts";
import { inSpan } from "./spans.ts";

const LONGEST_TEXT = 1_000;

/** A connection whose statements are parts of a trace, if there is one. Their values aren't: they are parameters. */
export class TracedClient extends WatchedClient {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    const query = this.query.bind(this) as (...given: unknown[]) => unknown;
    const traced = (...given: unknown[]) => {
      const text = textOf(given[0]);
      // Streams and callbacks are the driver's own.
      if (text === null || given.some((one) => typeof one === "function")) return query(...given);
      return inSpan(nameOf(text), attributesOf(text), async () => query(...given));
    };
    this.query = traced as typeof this.query;
  }
}

function textOf(asked: unknown): string | null {
  if (typeof asked === "string") return asked;
  if (typeof asked !== "object" || asked === null || "submit" in asked) return null;
  const text: unknown = Reflect.get(asked, "text");
  return typeof text === "string" ? text : null;
}

/** "SELECT" */
function nameOf(text: string): string {
  return (/[a-z]+/i.exec(text)?.[0] ?? "statement").toUpperCase();
}

function attributesOf(text: string) {
  const short = text.replaceAll(/\s+/g, " ").trim().slice(0, LONGEST_TEXT);
  return { kind: SpanKind.CLIENT, "db.system.name": "postgresql", "db.query.text": short };
}
