import "server-only";
import { TRPCError, initTRPC } from "@trpc/server";
import type { AnyRouter, TRPC_ERROR_CODE_KEY } from "@trpc/server";
import superjson from "superjson";
import { ZodError } from "zod";
import { isHeadroomError } from "@headroom/core";
import type { HeadroomError } from "@headroom/core";
import type { CheckedSession, Context, Origin } from "@headroom/services";
import type { ErrorExtra } from "../trpc/refusal.ts";
import { OPEN_BODY_BYTES } from "./body-limit.ts";
import { trpcCodeOf } from "./error-code.ts";
import { issueWords } from "./issue-words.ts";
import { storable } from "./storable.ts";

interface RequestContext {
  /** Null when nobody is signed in. The workspace comes from the session, never from the client. */
  ctx: Context | null;
  /** Set for calls over HTTP. Pages that call in the process don't need it. */
  http?: HttpCall;
}

/** Who calls, and the headers to send back to their browser. */
export interface HttpCall {
  visitor: Origin;
  session: CheckedSession | null;
  answerHeaders: Headers;
  /** The id of this call in the log, if something goes wrong. */
  requestId: string;
}

interface Meta {
  /** How large the body of a call can be, if not as large as the forms of members. */
  maxBodyBytes: number;
}

const trpc = initTRPC
  .context<RequestContext>()
  .meta<Meta>()
  .create({
    transformer: superjson,
    errorFormatter: ({ shape, error, ctx }) => {
      const own = isHeadroomError(error.cause) ? extraOf(error.cause) : null;
      const message = error.cause instanceof ZodError ? issueWords(error.cause) : shape.message;
      const known = own !== null || knownCodes.has(error.code);
      return {
        ...shape,
        message: known ? message : failed(ctx?.http?.requestId),
        data: { ...shape.data, stack: undefined, headroom: own },
      };
    },
  });

/** Errors of the caller, whose message says what is wrong. */
const knownCodes: ReadonlySet<TRPC_ERROR_CODE_KEY> = new Set([
  "BAD_REQUEST",
  "UNAUTHORIZED",
  "NOT_FOUND",
  "METHOD_NOT_SUPPORTED",
  "UNSUPPORTED_MEDIA_TYPE",
]);

function extraOf({ code, hint, field, fieldMessage }: HeadroomError): ErrorExtra {
  return { code, hint, field, fieldMessage };
}

function failed(requestId: string | undefined): string {
  const words = "Something went wrong on the server.";
  return requestId === undefined ? words : `${words} Look for ${requestId} in its log.`;
}

const mapErrors = trpc.middleware(async ({ next }) => {
  const result = await next();
  if (result.ok || !isHeadroomError(result.error.cause)) return result;
  throw asTrpcError(result.error.cause);
});

/** Gives one of our own errors its status, and leaves any other error as it is. */
export function asTrpcError(error: unknown): unknown {
  if (!isHeadroomError(error)) return error;
  return new TRPCError({ code: trpcCodeOf(error.code), message: error.message, cause: error });
}

const inStorableWords = trpc.middleware(({ getRawInput, next }) =>
  next({ getRawInput: async () => storable(await getRawInput()) }),
);

const signedIn = trpc.middleware(({ ctx: { ctx }, next }) => {
  if (ctx === null) throw new TRPCError({ code: "UNAUTHORIZED", message: "Your session has ended." });
  return next({ ctx: { ctx } });
});

const overHttp = trpc.middleware(({ ctx: { http }, next }) => {
  if (http === undefined) throw new Error("this procedure can only be called over HTTP");
  return next({ ctx: { http } });
});

const withSession = trpc.middleware(({ ctx: { http }, next }) => {
  const session = http?.session ?? null;
  if (session === null) throw new TRPCError({ code: "UNAUTHORIZED", message: "Your session has ended." });
  return next({ ctx: { session } });
});

const anyProcedure = trpc.procedure.use(mapErrors).use(inStorableWords);

/** For members, in their current workspace. */
export const procedure = anyProcedure.use(signedIn);
/** For anyone who is signed in, even without a workspace: for the person's own account. */
export const personProcedure = anyProcedure.use(overHttp).use(withSession);
/** For everyone: signing up and signing in. */
export const openProcedure = anyProcedure.meta({ maxBodyBytes: OPEN_BODY_BYTES }).use(overHttp);
export const { router, createCallerFactory } = trpc;

/** The procedures of one router, called in the process. */
export type CallerOf<Router extends AnyRouter> = ReturnType<
  ReturnType<typeof createCallerFactory<Router["_def"]["record"]>>
>;
