import type { z } from "zod";
import { Client } from "../http/client.ts";
import type { Credential } from "../http/credential.ts";
import { readAnswer } from "../http/read-answer.ts";
import { tokenOf } from "../http/token-of.ts";
import type { World } from "../world.ts";

type Query = Record<string, string | number | undefined>;

type ApiWorld = Pick<World, "env" | "sleep" | "random" | "now" | "stderr">;

/** Someone waits for the answer of a tool: a server that is down is reported soon. */
const MAX_ATTEMPTS = 3;
const POLL_MILLIS = 1_000;
const MAX_POLLS = 25;

/** The HTTP API, called with the token of the client. */
export class Api {
  readonly #client: Client;
  readonly #world: ApiWorld;

  constructor({ url, token, world }: { url: string; token: Credential; world: ApiWorld }) {
    this.#world = world;
    const onRetry = (why: string) => {
      world.stderr.write(`headroom: ${why} Trying again.\n`);
    };
    this.#client = new Client({
      url,
      world,
      onRetry,
      token: tokenOf(token, { url, world, onRetry }),
      mayRetry: (attempts) => attempts < MAX_ATTEMPTS,
    });
  }

  async get<Schema extends z.ZodType>(
    schema: Schema,
    path: string,
    query: Query = {},
  ): Promise<z.output<Schema>> {
    return readAnswer(schema, await this.#client.send({ method: "GET", path: withQuery(path, query) }));
  }

  async post<Schema extends z.ZodType>(
    schema: Schema,
    path: string,
    body: unknown,
  ): Promise<z.output<Schema>> {
    const bytes = Buffer.from(JSON.stringify(body));
    return readAnswer(schema, await this.#client.send({ method: "POST", path, body: () => bytes }));
  }

  /** Asks until the answer is complete, or gives the last one: an incomplete answer says so itself. */
  async until<Answer>(ask: () => Promise<Answer>, isComplete: (answer: Answer) => boolean): Promise<Answer> {
    for (let poll = 1; ; poll++) {
      const answer = await ask();
      if (isComplete(answer) || poll >= MAX_POLLS) return answer;
      await this.#world.sleep(POLL_MILLIS);
    }
  }
}

/** A path with text from outside in it. */
export function pathOf([first = "", ...rest]: TemplateStringsArray, ...parts: string[]): string {
  return first + rest.map((text, at) => encodeURIComponent(parts[at] ?? "") + text).join("");
}

function withQuery(path: string, query: Query): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) parameters.set(name, String(value));
  return parameters.size === 0 ? path : `${path}?${parameters.toString()}`;
}
