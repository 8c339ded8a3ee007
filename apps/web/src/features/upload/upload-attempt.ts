import type { SendInput, Sending, Sent } from "./ask-ingest.ts";
import type { PlannedUpload } from "./plan-uploads.ts";
import type { UploadedRun } from "./read-answer.ts";
import type { UploadProblem } from "./read-problem.ts";
import { uploadQuery } from "./upload-form.ts";
import type { UploadForm } from "./upload-form.ts";

/** What is sent with one press of the button. */
export interface AttemptInput {
  /** New for each press, and the same for every try of it: a file that arrived twice makes no second run. */
  key: string;
  form: UploadForm;
  plan: readonly PlannedUpload[];
  files: ReadonlyMap<string, File>;
}

export type SendState =
  | { phase: "idle" }
  | { phase: "sending"; sentBytes: number; totalBytes: number; at: number; of: number }
  /** Ingest asked to come again in a moment. */
  | { phase: "waiting"; problem: UploadProblem }
  | { phase: "failed"; problem: UploadProblem; at: number; of: number }
  | { phase: "done"; runs: readonly UploadedRun[] };

export interface AttemptDeps {
  ingestUrl: string;
  takeTicket: () => Promise<string>;
  dropTicket: () => void;
  send: (input: SendInput) => Sending;
  pause: (seconds: number) => Promise<void>;
  tell: (state: SendState) => void;
}

const MAX_TRIES = 6;

/** Sends what was planned, one request after the other. What has arrived is not sent again by the next try. */
export class UploadAttempt {
  readonly #given: AttemptInput;
  readonly #deps: AttemptDeps;
  readonly #runs: UploadedRun[] = [];
  #sending: Sending | null = null;
  #cancelled = false;

  constructor(given: AttemptInput, deps: AttemptDeps) {
    this.#given = given;
    this.#deps = deps;
  }

  async run(): Promise<void> {
    const { plan } = this.#given;
    let tries = 0;
    for (let planned = plan[0]; planned !== undefined; planned = plan[this.#runs.length]) {
      const sent = await this.#send(planned);
      if (this.#cancelled || sent.kind === "cancelled") return this.#deps.tell({ phase: "idle" });
      if (sent.kind === "run") {
        this.#runs.push(sent.run);
        tries = 0;
        continue;
      }
      tries += 1;
      const waited = await this.#waitAfter(sent.problem, tries);
      if (this.#cancelled) return this.#deps.tell({ phase: "idle" });
      if (!waited) return this.#fail(sent.problem);
    }
    this.#deps.tell({ phase: "done", runs: this.#runs });
  }

  cancel(): void {
    this.#cancelled = true;
    this.#sending?.cancel();
    this.#deps.tell({ phase: "idle" });
  }

  async #send(planned: PlannedUpload): Promise<Sent> {
    this.#tellSent(0);
    const { key, form, files } = this.#given;
    const ticket = await this.#deps.takeTicket().catch(noTicket);
    if (typeof ticket !== "string") return { kind: "refused", problem: ticket };
    if (this.#cancelled) return { kind: "cancelled" };
    this.#sending = this.#deps.send({
      ingestUrl: this.#deps.ingestUrl,
      ticket,
      query: uploadQuery(form, planned.part),
      files: planned.fileIds.map((id) => files.get(id)).filter((file) => file !== undefined),
      idempotencyKey: `${key}-${this.#runs.length}`,
      // A form has a few bytes around its files; nobody wants to see 101%.
      onProgress: (sentBytes) => this.#tellSent(Math.min(sentBytes, planned.bytes)),
    });
    return this.#sending.done;
  }

  async #waitAfter(problem: UploadProblem, tries: number): Promise<boolean> {
    if (problem.expired) this.#deps.dropTicket();
    const seconds = problem.expired ? 0 : problem.retryAfterSeconds;
    if (seconds === null || tries >= MAX_TRIES) return false;
    this.#deps.tell({ phase: "waiting", problem });
    await this.#deps.pause(seconds);
    return true;
  }

  #tellSent(bytes: number): void {
    if (this.#cancelled) return;
    const { plan } = this.#given;
    const at = this.#runs.length;
    const sum = (of: readonly PlannedUpload[]) => of.reduce((total, one) => total + one.bytes, 0);
    const sentBytes = sum(plan.slice(0, at)) + bytes;
    this.#deps.tell({ phase: "sending", sentBytes, totalBytes: sum(plan), at, of: plan.length });
  }

  #fail(problem: UploadProblem): void {
    this.#deps.tell({ phase: "failed", problem, at: this.#runs.length, of: this.#given.plan.length });
  }
}

function noTicket(error: unknown): UploadProblem {
  return {
    title: "Couldn't get an upload ticket",
    detail: error instanceof Error ? error.message : "",
    hint: "If your session has expired, sign in in another tab and try again here. Nothing on this page is lost.",
    field: null,
    line: null,
    byte: null,
    requestId: null,
    retryAfterSeconds: null,
    expired: false,
    unreachable: false,
  };
}
