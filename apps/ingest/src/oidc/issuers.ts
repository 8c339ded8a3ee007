import { decodeJwt, errors, jwtVerify } from "jose";
import type { JWTPayload } from "jose";
import { HeadroomError } from "@headroom/core";
import { IssuerKeys } from "./issuer-keys.ts";
import type { Fetch } from "./issuer-keys.ts";

/** With a key pair only: with a shared secret, anyone who knows the public key could sign. */
const ALGORITHMS = ["RS256", "ES256"];
const LEEWAY_SECONDS = 60;
/** A job asks for its token when it begins or when it needs one. One that is older may be a copy. */
const MAX_AGE_SECONDS = 3_600;

interface VerifiedToken {
  issuer: string;
  /** The only one: a token for several could have been passed on by another. */
  audience: string;
  claims: JWTPayload;
  /** The same for each copy of the token, and for no other token of the issuer. */
  tokenId: string;
  /** Until then, copies of it would be accepted, too. */
  validUntil: Date;
}

interface IssuersOptions {
  issuers: readonly string[];
  /** For the times in tokens. */
  clock: () => Date;
  fetch?: Fetch;
  /** Milliseconds of a clock that never goes back. */
  now?: () => number;
}

/** Checks the tokens that CI systems give their jobs. Only those of the listed issuers, whose keys it fetches from them. */
export class Issuers {
  readonly list: readonly string[];
  readonly #keys: ReadonlyMap<string, IssuerKeys>;
  readonly #clock: () => Date;

  constructor({ issuers, clock, fetch: send = fetch, now = () => performance.now() }: IssuersOptions) {
    this.list = issuers;
    this.#clock = clock;
    this.#keys = new Map(issuers.map((issuer) => [issuer, new IssuerKeys(issuer, send, now)]));
  }

  async verify(token: string): Promise<VerifiedToken> {
    const issuer = issuerOf(token);
    const keys = this.#keys.get(issuer);
    if (keys === undefined)
      throw refused("This server doesn't accept tokens of the issuer of this one.", {
        hint: `The token's issuer is ${issuer.slice(0, 200)}. The operator lists accepted ones in HEADROOM_CI_ISSUERS.`,
      });
    const claims = await this.#check(token, issuer, keys);
    const audiences = [claims.aud ?? []].flat();
    const [audience] = audiences;
    if (audience === undefined || audiences.length > 1)
      throw refused("The job's token is not for exactly one audience.", {
        hint: "Ask the CI system for a token for the audience of a CI identity only.",
      });
    return { issuer, audience, claims, tokenId: idOf(token, claims), validUntil: endOf(claims) };
  }

  async #check(token: string, issuer: string, keys: IssuerKeys): Promise<JWTPayload> {
    try {
      const { payload } = await jwtVerify(token, keys.find, {
        issuer,
        algorithms: ALGORITHMS,
        clockTolerance: LEEWAY_SECONDS,
        maxTokenAge: MAX_AGE_SECONDS,
        requiredClaims: ["exp", "iat"],
        currentDate: this.#clock(),
      });
      return payload;
    } catch (error) {
      if (error instanceof errors.JWTExpired)
        throw refused("The job's token has expired.", { hint: "Ask the CI system for a new one." });
      if (error instanceof errors.JWTClaimValidationFailed)
        throw refused(`The claim "${error.claim}" of the job's token is not valid.`, {
          hint: "Ask the CI system for a new token, and check the server's clock.",
        });
      if (error instanceof errors.JOSEError)
        throw refused("The signature of the job's token cannot be verified.", {
          hint: `It has to be signed by ${issuer} with ${ALGORITHMS.join(" or ")}.`,
        });
      throw error;
    }
  }
}

/** Not the whole token: a signature can have several forms. */
function idOf(token: string, { jti }: JWTPayload): string {
  if (typeof jti === "string" && jti !== "") return `jti ${jti}`;
  return `signed ${token.slice(0, token.lastIndexOf("."))}`;
}

function endOf({ exp = 0, iat = 0 }: JWTPayload): Date {
  return new Date((Math.min(exp, iat + MAX_AGE_SECONDS) + LEEWAY_SECONDS) * 1_000);
}

/** Not checked yet: it only says whose keys to check it with. */
function issuerOf(token: string): string {
  try {
    const { iss } = decodeJwt(token);
    if (typeof iss === "string") return iss;
  } catch (error) {
    if (!(error instanceof errors.JOSEError)) throw error;
  }
  throw refused("This is not a token of a CI system.", {
    hint: "Send the JSON Web Token that GitHub, GitLab or another CI system gave the job.",
  });
}

function refused(message: string, { hint }: { hint: string }): HeadroomError {
  return new HeadroomError("unauthenticated", message, { field: "idToken", hint });
}
