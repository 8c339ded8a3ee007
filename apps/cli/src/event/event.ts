import { z } from "zod";
import type { CliEnv } from "../env.ts";
import { EXIT } from "../exit-codes.ts";
import type { ExitCode } from "../exit-codes.ts";
import { openClient } from "../http/open-client.ts";
import { parseOptions, usageError } from "../run-arguments.ts";
import { readKind, readServiceArguments, SERVICE_OPTIONS } from "../service-arguments.ts";
import type { EventKind, ServiceArguments } from "../service-arguments.ts";
import type { World } from "../world.ts";

interface EventArguments extends ServiceArguments {
  service: string;
  kind: EventKind;
  title: string;
  /** Undefined: now. */
  at: string | undefined;
  link: string | undefined;
}

const text = { type: "string" } as const;
const OPTIONS = { ...SERVICE_OPTIONS, service: text, kind: text, at: text, link: text } as const;
const answer = z.looseObject({ events: z.array(z.looseObject({ at: z.string(), title: z.string() })) });

export function readEventArguments(args: readonly string[], env: CliEnv): EventArguments {
  const { values, positionals } = parseOptions(args, OPTIONS);
  const title = positionals.join(" ").trim();
  if (title === "")
    throw usageError("Say what happened: headroom event --service checkout 'v2.14 deployed'.");
  const { service } = values;
  if (service === undefined) throw usageError("--service is missing.");
  const { kind = "deploy", at, link } = values;
  return { ...readServiceArguments(values, env), service, kind: readKind(kind), title, at, link };
}

/** Adds an event to a service: a line in its charts. */
export async function event(
  { service, kind, title, at, link, json, ...where }: EventArguments,
  world: World,
): Promise<ExitCode> {
  const body = { at: at ?? new Date(world.now()).toISOString(), kind, title, url: link ?? null };
  const added = await openClient(where, world).send({
    method: "POST",
    path: `/v1/services/${encodeURIComponent(service)}/events`,
    body: () => Buffer.from(JSON.stringify(body)),
  });
  const [first] = answer.parse(added).events;
  world.stdout.write(
    json ? `${JSON.stringify(added)}\n` : `Added to ${service} at ${first?.at ?? ""}: ${title}\n`,
  );
  return EXIT.pass;
}
