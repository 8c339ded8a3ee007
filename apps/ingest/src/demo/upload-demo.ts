import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { demo, lastNightOf, RefusedRequest, seed } from "@headroom/demo";
import type { Demo } from "@headroom/demo";
import type { DemoLoading } from "@headroom/services";
import type { FastifyInstance } from "fastify";
import { buildApp } from "../build-app.ts";
import type { Deps } from "../deps.ts";
import type { AskedFile } from "./demo-file-worker.ts";

/** No address is ever asked: requests go to the app itself. */
const INGEST_URL = "http://ingest.invalid";
/** In a workspace of its own, people know that it's the demo. Here its experiments say so. */
const TAG = "demo";

/** Uploads the demo like any client, but within this process, which may answer no requests of others. */
export async function uploadDemo(deps: Deps, loading: DemoLoading, make = demo): Promise<void> {
  const { app } = buildApp({ ...deps, accepts: true, metrics: null, isTraced: false, logLevel: "silent" });
  const files = new DemoFiles();
  try {
    await app.ready();
    await uploadTo({ app, files, make }, loading);
  } finally {
    await Promise.all([app.close(), files.close()]);
  }
}

interface Uploading {
  app: FastifyInstance;
  files: DemoFiles;
  make: (lastNight: Date) => Demo;
}

async function uploadTo({ app, files, make }: Uploading, loading: DemoLoading): Promise<void> {
  const { startedAt, token, ownerEmail, loadId, signal } = loading;
  const lastNight = lastNightOf(startedAt);
  const all = tagged(make(lastNight));
  const to = {
    ingestUrl: INGEST_URL,
    ingestToken: token,
    readToken: token,
    manageToken: token,
    ownerEmail: ownerEmail ?? "",
    salt: loadId,
    fetch: fetchFrom(app),
  };
  await loading.expect(all.runs.length);
  await seed(
    { ...all, risks: ownerEmail === null ? [] : all.risks },
    to,
    (_, { run }) => loading.note(run.id),
    {
      atOnce: 1,
      fileOf({ experiment, key }) {
        signal.throwIfAborted();
        return files.make({ lastNight, experiment, key });
      },
    },
  );
}

function tagged(all: Demo): Demo {
  return { ...all, experiments: all.experiments.map((one) => ({ ...one, tags: [...one.tags, TAG] })) };
}

const FULL = 507;
/** Somebody else is at it, or it was too much at once. */
const PASSING = [409, 425, 429];

/** Words for what trying again won't change, for example a workspace that is full; null: try again. */
export function refusalOfDemo(error: unknown, last: boolean): string | null {
  if (!(error instanceof RefusedRequest)) return null;
  const { status, message } = error;
  const isFinal = status === FULL || (status >= 400 && status < 500 && !PASSING.includes(status));
  return isFinal || last ? message : null;
}

/** What the demo asks with: a request that never leaves the process. */
function fetchFrom(app: FastifyInstance): typeof fetch {
  return async (asked, { method = "GET", headers, body } = {}) => {
    const { pathname, search } = new URL(asked instanceof Request ? asked.url : asked);
    const response = await app.inject({
      method: method as "GET" | "POST" | "PUT" | "PATCH",
      url: `${pathname}${search}`,
      headers: headers as Record<string, string>,
      ...(typeof body === "string" ? { payload: body } : {}),
    });
    const sent = Object.entries(response.headers).map(
      ([name, value]) => [name, String(value)] as [string, string],
    );
    return new Response(response.payload === "" ? null : response.payload, {
      status: response.statusCode,
      headers: sent,
    });
  };
}

/** Makes the demo's files in a thread, one at a time: some take a second, in which nobody else would get an answer. */
class DemoFiles {
  readonly #worker = new Worker(new URL("./demo-file-worker.ts", import.meta.url));

  async make(asked: AskedFile): Promise<string> {
    const answered = once(this.#worker, "message");
    this.#worker.postMessage(asked, []);
    const [file] = (await answered) as [string | null];
    if (file === null) throw new Error(`the demo has no run ${asked.key}`);
    return file;
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }
}
