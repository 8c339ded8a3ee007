import { acceptAnswer } from "@headroom/contract";
import type { CliEnv } from "../env.ts";
import { EXIT } from "../exit-codes.ts";
import type { ExitCode } from "../exit-codes.ts";
import { openClient } from "../http/open-client.ts";
import { parseOptions, readRun, usageError } from "../run-arguments.ts";
import { readServiceArguments, SERVICE_OPTIONS } from "../service-arguments.ts";
import type { ServiceArguments } from "../service-arguments.ts";
import type { World } from "../world.ts";

interface AcceptArguments extends ServiceArguments {
  run: string;
  /** Null: it is no longer accepted. */
  reason: string | null;
}

const OPTIONS = { ...SERVICE_OPTIONS, reason: { type: "string" }, undo: { type: "boolean" } } as const;

export function readAcceptArguments(args: readonly string[], env: CliEnv): AcceptArguments {
  const { values, positionals } = parseOptions(args, OPTIONS);
  const [run, ...more] = positionals;
  if (run === undefined || more.length > 0)
    throw usageError("Name one run: headroom accept RUN --reason 'the new index is worth it'.");
  const { reason, undo = false } = values;
  if (undo === (reason !== undefined)) throw usageError("Give either --reason or --undo.");
  return { ...readServiceArguments(values, env), run: readRun(run), reason: reason ?? null };
}

/** Accepts what changed in a run, so that later runs are compared with it. */
export async function accept(
  { run, reason, json, ...where }: AcceptArguments,
  world: World,
): Promise<ExitCode> {
  const path = `/v1/runs/${run}/accept`;
  const client = openClient(where, world);
  const answered =
    reason === null
      ? await client.send({ method: "DELETE", path })
      : await client.send({ method: "POST", path, body: () => Buffer.from(JSON.stringify({ reason })) });
  const { accepted } = acceptAnswer.parse(answered);
  const said =
    accepted === null
      ? "No longer accepted. Later runs are compared with the last good run."
      : "Accepted. Later runs are compared with this one.";
  world.stdout.write(`${json ? JSON.stringify(answered) : said}\n`);
  return EXIT.pass;
}
