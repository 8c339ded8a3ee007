import { createHash, randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import { aboutFile, HeadroomError, isHeadroomError } from "@headroom/core";
import { createdShare, ownToken } from "@headroom/contract";
import type { RunAnswer } from "@headroom/contract";
import { DETECTION_BYTES, peekFirstStart } from "@headroom/formats";
import type { ChosenFormat } from "@headroom/formats";
import { saveExperiment } from "../as-code/save-experiment.ts";
import { EXIT } from "../exit-codes.ts";
import type { ExitCode } from "../exit-codes.ts";
import { gateRun } from "../gate/gate.ts";
import { Client } from "../http/client.ts";
import { tokenOf } from "../http/token-of.ts";
import { printRun } from "../terminal/print-run.ts";
import { formatBytes } from "@headroom/core/format";
import { Progress } from "../terminal/progress.ts";
import type { World } from "../world.ts";
import type { UploadArguments } from "./arguments.ts";
import { formatOf, parseOptionsOf, readLocally, statedStart } from "./local-run.ts";
import type { LocalRun } from "./local-run.ts";
import { unpack } from "./open-file.ts";
import type { InputFile } from "./open-file.ts";
import { peek } from "./peek.ts";
import { planUploads } from "./plan.ts";
import type { UploadPlan } from "./plan.ts";
import { liveQuery } from "./query.ts";
import { openRun, sendCells, stateOf } from "./send-cells.ts";
import { digestOf, sendRaw } from "./send-raw.ts";
import { packedShareOf } from "./packed-share.ts";
import { readAnswer } from "../http/read-answer.ts";

/** Smaller files are sent as they are: there is little to save, and the server learns more. */
const SMALL_BYTES = 1024 * 1024;

/** Sends the files of a run, parsed locally if their cells are smaller than the files. */
export async function upload(given: UploadArguments, world: World): Promise<ExitCode> {
  const progress = new Progress(world, given.quiet);
  const { url } = given;
  const onRetry = (why: string, waitMillis: number) => {
    progress.clear();
    if (!given.quiet) world.stderr.write(`${why} Retrying in ${(waitMillis / 1_000).toFixed(1)} s.\n`);
  };
  const client = new Client({ url, token: tokenOf(given.token, { url, world, onRetry }), world, onRetry });
  const plans = await planUploads(given, world.stdin);
  if (given.gate !== null) await requireRead(client);
  if (given.stated !== null)
    await saveExperiment({
      client,
      stated: given.stated,
      commit: { branch: given.parameters.branch, commit: given.parameters.commit },
      warn: (words) => world.stderr.write(`headroom: ${words}\n`),
    });
  let answer: RunAnswer | null = null;
  for (const plan of plans) {
    const sent = new Upload({ given, plan, world, client, progress }).send();
    answer = plans.length === 1 ? await sent : await sentNamed(plan, sent);
  }
  progress.clear();
  if (answer === null) return EXIT.pass;
  if (given.shareDays !== null) answer = await shared(answer, given.shareDays, client);
  if (given.gate === null) {
    printRun(answer, given, world);
    return EXIT.pass;
  }
  // Standard output is for the gate's report, which a program may read.
  if (!given.quiet) printRun(answer, { json: false, quiet: false }, { stdout: world.stderr });
  return gateRun(client, { ...given.gate, run: answer.run.id }, world);
}

/** One of several: if it fails, the error says which. */
async function sentNamed({ files }: UploadPlan, sent: Promise<RunAnswer>): Promise<RunAnswer> {
  try {
    return await sent;
  } catch (error) {
    throw aboutFile(files.map(({ path }) => path).join(", "), error);
  }
}

/** Before anything is saved: a run that can't be judged afterwards would only be one more run of the experiment. */
async function requireRead(client: Client): Promise<void> {
  const { name, scopes } = readAnswer(ownToken, await client.send({ method: "GET", path: "/v1/token" }));
  if (scopes.includes("read")) return;
  throw new HeadroomError("scope-missing", `The token "${name}" can upload a run, but not judge it.`, {
    hint: "Use a token that also has the scope read. Nothing was uploaded.",
  });
}

/** With a link. The run itself is there, whatever becomes of its link. */
async function shared(answer: RunAnswer, days: number, client: Client): Promise<RunAnswer> {
  const wanted = JSON.stringify({ subject: { kind: "run", runId: answer.run.id }, expiresInDays: days });
  try {
    const share = readAnswer(
      createdShare,
      await client.send({ method: "POST", path: "/v1/shares", body: () => Buffer.from(wanted) }),
    );
    return { ...answer, share };
  } catch (error) {
    if (!isHeadroomError(error)) throw error;
    throw new HeadroomError(error.code, `The run is uploaded, but has no link: ${error.message}`, {
      ...(error.hint === null ? {} : { hint: error.hint }),
      cause: error,
    });
  }
}

interface UploadContext {
  given: UploadArguments;
  plan: UploadPlan;
  world: World;
  client: Client;
  progress: Progress;
}

class Upload {
  readonly #context: UploadContext;

  constructor(context: UploadContext) {
    this.#context = context;
  }

  async send(): Promise<RunAnswer> {
    const { given, plan } = this.#context;
    const [file] = plan.files;
    if (plan.files.length > 1 || file === undefined || given.send === "raw") return this.#sendRaw(plan);
    const opened = await this.#begin(file);
    if (opened.small !== null) return this.#sendRaw({ ...plan, files: [opened.small] });
    if (given.send === "smaller" && file.bytes !== null && this.#isForTheServer(opened.head)) {
      return this.#sendRaw(plan);
    }
    const run = await this.#readLocally(opened.head, opened.chunks);
    try {
      if (await this.#rawIsSmaller(file, run, opened.packed)) return await this.#sendRaw(plan, run.digest);
      return await this.#sendCells(run);
    } finally {
      run.spool.close();
    }
  }

  /** Reads enough to know whether a file is small; a small one stays in memory, so that it can be sent again. */
  async #begin(file: InputFile) {
    const { progress } = this.#context;
    progress.begin("reading ");
    let read = 0;
    const { chunks, packed } = await unpack(file, (bytes) => {
      read += bytes;
      progress.show(read, file.bytes, "bytes");
    });
    const begun = await peek(chunks, SMALL_BYTES);
    const { head } = begun;
    if (!begun.ended || this.#context.given.send === "cells")
      return { small: null, head, chunks: begun.chunks, packed };
    const path = unpackedName(file);
    const small: InputFile = { path, bytes: head.length, open: () => Readable.from([head]) };
    return { small, head, chunks: begun.chunks, packed };
  }

  /** Whether the server has to read the file: only it can place relative times, or knows the experiment's column mapping. */
  #isForTheServer(head: Uint8Array): boolean {
    const { given, plan } = this.#context;
    const known = knownFormat(head, given);
    if (known === null) return true;
    if (plan.parameters.started !== undefined) return false;
    const { format, mapping } = known;
    const first = head.subarray(0, DETECTION_BYTES);
    const { relative, firstStartMicros } = peekFirstStart(format, first, parseOptionsOf(given, mapping));
    return relative || firstStartMicros === null;
  }

  async #readLocally(head: Uint8Array, chunks: AsyncIterable<Uint8Array>): Promise<LocalRun> {
    const { given, world } = this.#context;
    return readLocally({
      files: [{ name: "the file", head: head.subarray(0, DETECTION_BYTES), chunks: Readable.from(chunks) }],
      arguments: given,
      originMicros: await this.#sharedOrigin(),
      startMicros: statedStart(given) ?? world.now() * 1_000,
    });
  }

  /** If others add to the run, its steps share one grid, which may exist already. */
  async #sharedOrigin(): Promise<number | null> {
    const { plan, client } = this.#context;
    if (plan.alone) return null;
    const { run } = await openRun(client, liveQuery(plan.parameters), null);
    const { origin } = await stateOf(client, run.id);
    return origin === null ? null : origin * 1e6;
  }

  async #rawIsSmaller(file: InputFile, run: LocalRun, packed: boolean): Promise<boolean> {
    const { given, world, progress } = this.#context;
    if (given.send === "cells" || file.bytes === null) return false;
    const rawBytes = packed ? file.bytes : file.bytes * (await packedShareOf(file));
    const smaller = rawBytes <= run.spool.bytes;
    progress.clear();
    if (!given.quiet && world.stderr.isTTY === true) {
      const [less, more] = smaller ? [rawBytes, run.spool.bytes] : [run.spool.bytes, rawBytes];
      const what = smaller ? "the file" : "its cells";
      world.stderr.write(`Sending ${what}: about ${formatBytes(less)} instead of ${formatBytes(more)}.\n`);
    }
    return smaller;
  }

  async #sendRaw(plan: UploadPlan, digest: string | null = null): Promise<RunAnswer> {
    const { client, progress } = this.#context;
    const known = plan.files.every(({ bytes }) => bytes !== null);
    const key = known ? this.#keyOf(digest ?? (await digestOf(plan.files, progress)), "raw") : null;
    return sendRaw({ client, progress, plan, key });
  }

  async #sendCells(run: LocalRun): Promise<RunAnswer> {
    const { client, progress, plan } = this.#context;
    // A run of several files is found by its own key, and each generator by its name.
    const key = plan.alone ? this.#keyOf(run.digest, "cells") : null;
    try {
      return await sendCells({ client, progress, plan, run, key });
    } catch (error) {
      if (!isHeadroomError(error, "key-reused")) throw error;
      return sendCells({ client, progress, plan, run, key: randomKey() });
    }
  }

  /** The same file with the same options is the same run, unless the user asks for another. */
  #keyOf(digest: string, how: "raw" | "cells"): string {
    const { given, plan } = this.#context;
    if (given.again) return randomKey();
    return `cli-${createHash("sha256")
      .update(JSON.stringify([how, digest, plan.parameters]))
      .digest("hex")}`;
  }
}

/** Null: no format was detected locally. */
function knownFormat(head: Uint8Array, given: UploadArguments): ChosenFormat | null {
  try {
    return formatOf(head, given);
  } catch (error) {
    if (given.mapping === null && isHeadroomError(error, "format-unknown")) return null;
    throw error;
  }
}

function unpackedName({ path }: InputFile): string {
  return path.replace(/\.(gz|zst|br)$/, "");
}

function randomKey(): string {
  return `cli-${randomBytes(16).toString("hex")}`;
}
