import { generateKeyPairSync, sign } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";

/** Where the running product expects a CI system on this machine. Undefined: it trusts none. */
export const ciIssuer = process.env["HEADROOM_JOURNEYS_CI_ISSUER"];

export interface CiSystem {
  /** What the system says about a job, signed. */
  tokenOf: (job: Record<string, string>) => string;
  close: () => Promise<void>;
}

const KEY_ID = "journey";

/** A CI system that publishes its key, as GitHub and GitLab do. */
export async function startCiSystem(issuer: string): Promise<CiSystem> {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const key = { ...publicKey.export({ format: "jwk" }), kid: KEY_ID, alg: "ES256", use: "sig" };
  const published: Record<string, unknown> = {
    "/.well-known/openid-configuration": { issuer, jwks_uri: `${issuer}/keys` },
    "/keys": { keys: [key] },
  };
  const server = createServer(({ url = "" }, response) => {
    response.writeHead(url in published ? 200 : 404).end(JSON.stringify(published[url] ?? null));
  });
  server.listen(Number(new URL(issuer).port), "127.0.0.1");
  await once(server, "listening");
  return {
    tokenOf: (job) => {
      const iat = Math.floor(Date.now() / 1_000);
      const said = { iss: issuer, iat, exp: iat + 300, ...job };
      const text = [{ alg: "ES256", kid: KEY_ID, typ: "JWT" }, said]
        .map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"))
        .join(".");
      const signature = sign("sha256", Buffer.from(text), { key: privateKey, dsaEncoding: "ieee-p1363" });
      return `${text}.${signature.toString("base64url")}`;
    },
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}
