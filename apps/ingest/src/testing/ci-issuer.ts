import { once } from "node:events";
import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import type { CryptoKey, JWK, JWTPayload } from "jose";

const GITHUB_SECRET = "secret-of-the-job";

/** Undefined: not in the token. */
type Claims = Readonly<Record<string, unknown>>;

interface Signing {
  /** Seconds since 1970. */
  at: number;
  kid?: string;
  lasts?: number;
}

/** A CI system on this machine: it publishes its keys, and signs what it says about jobs. */
export class CiIssuer {
  readonly url: string;
  /** For each request, its path. */
  readonly asked: string[] = [];
  /** What is published in place of what is true. */
  configuration: Record<string, unknown> = {};
  isDown = false;
  readonly #server: ReturnType<typeof createServer>;
  readonly #keys = new Map<string, { private: CryptoKey; public: JWK }>();
  /** What GitHub says of the job that asks for a token. */
  #job: { claims: Claims; at: () => number } | null = null;

  private constructor(server: ReturnType<typeof createServer>) {
    this.#server = server;
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    server.on("request", (request, response) => void this.#answer(request, response));
  }

  static async start(): Promise<CiIssuer> {
    const server = createServer();
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const issuer = new CiIssuer(server);
    await issuer.addKey("first");
    return issuer;
  }

  async addKey(kid: string, alg: "RS256" | "ES256" = "ES256"): Promise<JWK> {
    const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true });
    const jwk = { ...(await exportJWK(publicKey)), kid, alg, use: "sig" };
    this.#keys.set(kid, { private: privateKey, public: jwk });
    return jwk;
  }

  removeKey(kid: string): void {
    this.#keys.delete(kid);
  }

  /** A token about a job. Claims of its own replace the issuer's and its times. */
  sign(claims: Claims, { at, kid = "first", lasts = 300 }: Signing): Promise<string> {
    const key = this.#keys.get(kid);
    if (key === undefined) throw new Error(`no key ${kid}`);
    const said = { iss: this.url, iat: at, nbf: at, exp: at + lasts, ...claims };
    return new SignJWT(JSON.parse(JSON.stringify(said)) as JWTPayload)
      .setProtectedHeader({ alg: key.public.alg ?? "", kid, typ: "JWT" })
      .sign(key.private);
  }

  /** The variables of a job on GitHub that may ask for tokens. */
  gitHubJob(claims: Claims, at: () => number): Record<string, string> {
    this.#job = { claims, at };
    return {
      ACTIONS_ID_TOKEN_REQUEST_URL: `${this.url}/make-token?api-version=2.0`,
      ACTIONS_ID_TOKEN_REQUEST_TOKEN: GITHUB_SECRET,
    };
  }

  async close(): Promise<void> {
    this.#server.close();
    this.#server.closeAllConnections();
    await once(this.#server, "close");
  }

  async #answer({ url = "", headers }: IncomingMessage, response: ServerResponse): Promise<void> {
    this.asked.push(url);
    const { pathname, searchParams } = new URL(url, this.url);
    const send = (body: unknown) => response.end(JSON.stringify(body));
    if (this.isDown) response.writeHead(503).end();
    else if (pathname === "/.well-known/openid-configuration")
      send({ issuer: this.url, jwks_uri: `${this.url}/keys`, ...this.configuration });
    else if (pathname === "/keys") send({ keys: [...this.#keys.values()].map((key) => key.public) });
    else if (pathname === "/make-token" && headers.authorization === `Bearer ${GITHUB_SECRET}` && this.#job) {
      const { claims, at } = this.#job;
      const aud = searchParams.get("audience") ?? "";
      send({ value: await this.sign({ ...claims, aud }, { at: at() }) });
    } else response.writeHead(404).end();
  }
}
