import { createHash, createSign, generateKeyPairSync } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";

interface OidcPerson {
  sub: string;
  email: string;
  email_verified?: boolean;
  name?: string;
}

export interface OidcServer {
  issuer: string;
  client: { clientId: string; clientSecret: string };
  /** The person signed in there; the next sign-in is theirs. */
  signInAs(person: OidcPerson): void;
  /** It signs tokens with a key that isn't published. */
  forge(forged: boolean): void;
  close(): Promise<void>;
}

interface Grant {
  person: OidcPerson;
  nonce: string | null;
  challenge: string | null;
  redirectUri: string;
}

const CLIENT = { clientId: "headroom", clientSecret: "a secret of the client" };
const base64url = (content: string | Buffer) => Buffer.from(content).toString("base64url");
const newKeys = () => generateKeyPairSync("rsa", { modulusLength: 2048 });

/** As much of an OpenID provider as a sign-in needs: discovery, PKCE, signed tokens, and no pages. */
export async function startOidcServer(): Promise<OidcServer> {
  const provider = new OidcProvider();
  const server = createServer((request, response) => {
    answer(provider, request, response).catch(() => response.writeHead(500).end());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  provider.issuer = `http://127.0.0.1:${address.port}`;
  return {
    issuer: provider.issuer,
    client: CLIENT,
    signInAs: (next) => {
      provider.person = next;
    },
    forge: (forged) => {
      provider.isForging = forged;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

async function answer(
  provider: OidcProvider,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = new URL(request.url ?? "/", provider.issuer);
  const json = (body: object, status = 200) =>
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  switch (url.pathname) {
    case "/.well-known/openid-configuration":
      return void json(provider.discovery());
    case "/jwks":
      return void json(provider.publishedKeys());
    case "/authorize":
      return void response.writeHead(302, { location: provider.authorize(url.searchParams) }).end();
    case "/token": {
      const tokens = provider.exchange(new URLSearchParams(await text(request)));
      return void json(tokens ?? { error: "invalid_grant" }, tokens ? 200 : 400);
    }
    default:
      json({ error: "not_found" }, 404);
  }
}

class OidcProvider {
  issuer = "";
  person: OidcPerson = { sub: "1", email: "nobody@oidc.example" };
  isForging = false;
  readonly #keys = newKeys();
  readonly #unpublished = newKeys();
  readonly #grants = new Map<string, Grant>();

  discovery(): object {
    const { issuer } = this;
    return {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      userinfo_endpoint: `${issuer}/userinfo`,
      jwks_uri: `${issuer}/jwks`,
      id_token_signing_alg_values_supported: ["RS256"],
    };
  }

  publishedKeys(): object {
    const key = this.#keys.publicKey.export({ format: "jwk" });
    return { keys: [{ ...key, kid: "test", alg: "RS256", use: "sig" }] };
  }

  /** Where the browser goes back to, with a code. */
  authorize(search: URLSearchParams): string {
    const code = base64url(String(this.#grants.size + 1));
    const redirectUri = search.get("redirect_uri") ?? "";
    this.#grants.set(code, {
      person: this.person,
      nonce: search.get("nonce"),
      challenge: search.get("code_challenge"),
      redirectUri,
    });
    const back = new URL(redirectUri);
    back.searchParams.set("code", code);
    back.searchParams.set("state", search.get("state") ?? "");
    return back.href;
  }

  exchange(form: URLSearchParams): object | null {
    const code = form.get("code") ?? "";
    const grant = this.#grants.get(code);
    this.#grants.delete(code);
    const proof = createHash("sha256")
      .update(form.get("code_verifier") ?? "")
      .digest("base64url");
    const fits =
      grant !== undefined && grant.challenge === proof && grant.redirectUri === form.get("redirect_uri");
    if (!fits) return null;
    return { access_token: "unused", token_type: "Bearer", expires_in: 300, id_token: this.#tokenFor(grant) };
  }

  #tokenFor({ person, nonce }: Grant): string {
    const now = Math.floor(Date.now() / 1_000);
    const header = base64url(JSON.stringify({ alg: "RS256", kid: "test", typ: "JWT" }));
    const body = base64url(
      JSON.stringify({
        iss: this.issuer,
        aud: CLIENT.clientId,
        iat: now,
        exp: now + 300,
        ...(nonce ? { nonce } : {}),
        ...person,
      }),
    );
    const { privateKey } = this.isForging ? this.#unpublished : this.#keys;
    const signature = createSign("RSA-SHA256").update(`${header}.${body}`).sign(privateKey);
    return `${header}.${body}.${base64url(signature)}`;
  }
}
