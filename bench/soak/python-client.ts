/*
 * A Python client, generated from the OpenAPI document that ingest serves, uploads a run and reads it. Fails if an operation
 * is missing in it, unless that is of a protocol with clients of its own. Needs Python 3.10 or later, and a package registry.
 */
import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { openIngestUnderTest } from "./ingest-under-test.ts";

const GENERATOR = "openapi-python-client==0.29.1";

interface Served {
  paths: Record<string, Record<string, { requestBody?: { content: Record<string, { schema?: unknown }> } }>>;
}

const run = promisify(execFile);
const folder = await mkdtemp(join(tmpdir(), "headroom-python-"));
const python = join(folder, "venv", "bin", "python");
const ingest = await openIngestUnderTest();
try {
  await ingest.start();
  await run("python3", ["-m", "venv", join(folder, "venv")]);
  await run(python, ["-m", "pip", "install", "--quiet", GENERATOR, "python-dateutil"]);
  const served = `${ingest.url}/v1/openapi.json`;
  const client = join(folder, "headroom_client");
  const generate = ["-m", "openapi_python_client", "generate", "--meta", "none"];
  const written = await run(python, [...generate, "--url", served, "--output-path", client]);
  const operations = operationsOf((await (await fetch(served)).json()) as Served);
  report(`${written.stdout}${written.stderr}`, operations);
  const tokens = [ingest.ingestToken, ingest.readToken, ingest.manageToken];
  const script = join(import.meta.dirname, "python-client.py");
  const used = await run(python, [script, ingest.url, ...tokens], {
    env: { ...process.env, PYTHONPATH: folder },
  });
  console.log(used.stdout.trimEnd());
} finally {
  await ingest.close();
  await rm(folder, { recursive: true, force: true });
}

/** By name, and whether generators are told what its body is. */
function operationsOf({ paths }: Served): Map<string, boolean> {
  return new Map(
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { requestBody }]) => [
        `${method.toUpperCase()} ${path}`,
        Object.values(requestBody?.content ?? {}).every(({ schema }) => schema !== undefined),
      ]),
    ),
  );
}

function report(output: string, operations: ReadonlyMap<string, boolean>): void {
  const warnings = [...output.matchAll(/^WARNING parsing (.*)$/gm)].map(([, text = ""]) => text);
  for (const warning of warnings) console.log(`warning: ${warning}`);
  const missing = warnings.flatMap((text) => /^(\S+ \S+) .*will not be generated/.exec(text)?.[1] ?? []);
  console.log(`${operations.size - missing.length} of ${operations.size} operations generated`);
  const lost = missing.filter((name) => operations.get(name) !== false);
  const ofSchemas = warnings.filter((text) => !/^[A-Z]+ \//.test(text));
  if (lost.length + ofSchemas.length > 0)
    throw new Error(`The client lacks ${[...lost, ...ofSchemas].join(", ")}.`);
}
