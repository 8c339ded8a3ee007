import { exchangedToken } from "@headroom/contract";
import { HeadroomError } from "@headroom/core";
import { z } from "zod";
import type { Client } from "./client.ts";
import type { JobCredential } from "./credential.ts";
import { readAnswer } from "./read-answer.ts";

/** Of its time, then it is replaced. It only has to be valid when a request starts. */
const USED_SHARE = 0.8;

type Sender = Pick<Client, "send">;

interface JobTokenOptions {
  credential: JobCredential;
  /** A secret of this job for all exchanges of this token: without it, a token is exchanged once. */
  jobKey: (idToken: string) => string;
  /** Without a token. */
  headroom: Sender;
  /** For the address at which GitHub makes tokens, and the secret that it asks for. */
  openGitHub: (url: string, secret: string) => Sender;
  /** Milliseconds. */
  now: () => number;
}

interface Current {
  secret: string;
  replaceAt: number;
}

/** Tokens of some minutes, which a CI job gets for what its CI system says about it. */
export class JobTokens {
  readonly #options: JobTokenOptions;
  #current: Promise<Current> | null = null;

  constructor(options: JobTokenOptions) {
    this.#options = options;
  }

  async token(): Promise<string> {
    this.#current ??= this.#exchange();
    const asked = this.#current;
    try {
      const { secret, replaceAt } = await asked;
      if (this.#options.now() < replaceAt) return secret;
    } catch (error) {
      this.#forget(asked);
      throw error;
    }
    this.#forget(asked);
    return this.token();
  }

  /** Unless another request was faster, and it is already being replaced. */
  #forget(asked: Promise<Current>): void {
    if (this.#current === asked) this.#current = null;
  }

  async #exchange(): Promise<Current> {
    const { headroom, jobKey, now } = this.#options;
    const idToken = await this.#idToken();
    const body = Buffer.from(JSON.stringify({ idToken, jobKey: jobKey(idToken) }));
    const answer = await headroom.send({ method: "POST", path: "/v1/oidc/exchange", body: () => body });
    // By its length, because this machine's clock may differ from the server's.
    const { secret, expiresInSeconds } = readAnswer(exchangedToken, answer);
    return { secret, replaceAt: now() + expiresInSeconds * 1_000 * USED_SHARE };
  }

  async #idToken(): Promise<string> {
    const { credential, openGitHub } = this.#options;
    if (credential.kind === "id-token") return credential.idToken;
    const { url, secret, audience } = credential;
    const path = `${url.includes("?") ? "&" : "?"}audience=${encodeURIComponent(audience)}`;
    try {
      return githubAnswer.parse(await openGitHub(url, secret).send({ method: "GET", path })).value;
    } catch (cause) {
      throw new HeadroomError("unavailable", "GitHub didn't give this job a token.", {
        hint: "Check that the job has the permission id-token: write.",
        cause,
      });
    }
  }
}

const githubAnswer = z.object({ value: z.string().min(1) });
