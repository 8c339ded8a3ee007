import { createHash, createSign, generateKeyPairSync } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";

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
const base64url = (text: string | Buffer) => Buffer.from(text).toString("base64url");
const newKeys = () => generateKeyPairSync("rsa", { modulusLength: 2048 });

/** As much of an OpenID provider as a sign-in needs: discovery, PKCE, signed tokens, and no pages. */
export async function startOidcServer(): Promise<OidcServer> {
  const [keys, others] = [newKeys(), newKeys()];
  const grants = new Map<string, Grant>();
  let person: OidcPerson = { sub: "1", email: "nobody@oidc.example" };
  let signing = keys;
  let issuer = "";

  function tokenFor({ person: claims, nonce }: Grant): string {
    const now = Math.floor(Date.now() / 1_000);
    const header = base64url(JSON.stringify({ alg: "RS256", kid: "test", typ: "JWT" }));
    const body = base64url(
      JSON.stringify({
        iss: issuer,
        aud: CLIENT.clientId,
        iat: now,
        exp: now + 300,
        ...(nonce ? { nonce } : {}),
        ...claims,
      }),
    );
    const signature = createSign("RSA-SHA256").update(`${header}.${body}`).sign(signing.privateKey);
    return `${header}.${body}.${base64url(signature)}`;
  }

  function authorize(search: URLSearchParams): string {
    const code = base64url(String(grants.size + 1));
    grants.set(code, {
      person,
      nonce: search.get("nonce"),
      challenge: search.get("code_challenge"),
      redirectUri: search.get("redirect_uri") ?? "",
    });
    const back = new URL(search.get("redirect_uri") ?? "");
    back.searchParams.set("code", code);
    back.searchParams.set("state", search.get("state") ?? "");
    return back.href;
  }

  function exchange(form: URLSearchParams): object | null {
    const grant = grants.get(form.get("code") ?? "");
    grants.delete(form.get("code") ?? "");
    const proof = createHash("sha256")
      .update(form.get("code_verifier") ?? "")
      .digest("base64url");
    const fits =
      grant !== undefined && grant.challenge === proof && grant.redirectUri === form.get("redirect_uri");
    if (!fits) return null;
    return { access_token: "unused", token_type: "Bearer", expires_in: 300, id_token: tokenFor(grant) };
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", issuer);
    const json = (body: object, status = 200) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    if (url.pathname === "/.well-known/openid-configuration") {
      json({
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        userinfo_endpoint: `${issuer}/userinfo`,
        jwks_uri: `${issuer}/jwks`,
        id_token_signing_alg_values_supported: ["RS256"],
      });
    } else if (url.pathname === "/jwks") {
      json({
        keys: [{ ...keys.publicKey.export({ format: "jwk" }), kid: "test", alg: "RS256", use: "sig" }],
      });
    } else if (url.pathname === "/authorize") {
      response.writeHead(302, { location: authorize(url.searchParams) }).end();
    } else if (url.pathname === "/token") {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(Buffer.from(chunk as Uint8Array));
      const tokens = exchange(new URLSearchParams(Buffer.concat(chunks).toString("utf8")));
      json(tokens ?? { error: "invalid_grant" }, tokens ? 200 : 400);
    } else json({ error: "not_found" }, 404);
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.writeHead(500).end());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  issuer = `http://127.0.0.1:${address.port}`;
  return {
    issuer,
    client: CLIENT,
    signInAs: (next) => {
      person = next;
    },
    forge: (forged) => {
      signing = forged ? others : keys;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
