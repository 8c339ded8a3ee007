import "server-only";
import { TRPCError, initTRPC } from "@trpc/server";
import type { TRPC_ERROR_CODE_KEY } from "@trpc/server";
import superjson from "superjson";
import { isHeadroomError } from "@headroom/core";
import type { ErrorCode } from "@headroom/core";
import type { CheckedSession, Context, Origin } from "@headroom/services";
import { trpcCodeOf } from "./error-code.ts";
import { storable } from "./storable.ts";

interface RequestContext {
  /** Null when nobody is signed in. The workspace is the session's, never the client's word. */
  ctx: Context | null;
  /** Of a call over HTTP; pages that call in the process ask for nothing that needs it. */
  http?: HttpCall;
}

/** Who calls, and what the answer tells their browser. */
export interface HttpCall {
  visitor: Origin;
  session: CheckedSession | null;
  answerHeaders: Headers;
  /** What the log calls this call by, if something goes wrong with it. */
  requestId: string;
}

interface ErrorExtra {
  code: ErrorCode;
  hint: string | null;
  field: string | null;
}

const trpc = initTRPC.context<RequestContext>().create({
  transformer: superjson,
  errorFormatter: ({ shape, error, ctx }) => {
    const own: ErrorExtra | null = isHeadroomError(error.cause)
      ? { code: error.cause.code, hint: error.cause.hint, field: error.cause.field }
      : null;
    const ours = own !== null || error.code === "BAD_REQUEST" || error.code === "UNAUTHORIZED";
    const message = ours ? shape.message : failed(ctx?.http?.requestId);
    return { ...shape, message, data: { ...shape.data, stack: undefined, headroom: own } };
  },
});

function failed(requestId: string | undefined): string {
  const words = "Something went wrong on our side.";
  return requestId === undefined ? words : `${words} The server's log tells more under ${requestId}.`;
}

const mapErrors = trpc.middleware(async ({ next }) => {
  const result = await next();
  if (result.ok || !isHeadroomError(result.error.cause)) return result;
  const code: TRPC_ERROR_CODE_KEY = trpcCodeOf(result.error.cause.code);
  throw new TRPCError({ code, message: result.error.cause.message, cause: result.error.cause });
});

const inStorableWords = trpc.middleware(({ getRawInput, next }) =>
  next({ getRawInput: async () => storable(await getRawInput()) }),
);

const signedIn = trpc.middleware(({ ctx: { ctx }, next }) => {
  if (ctx === null) throw new TRPCError({ code: "UNAUTHORIZED", message: "The session is over." });
  return next({ ctx: { ctx } });
});

const overHttp = trpc.middleware(({ ctx: { http }, next }) => {
  if (http === undefined) throw new Error("this procedure is called over HTTP alone");
  return next({ ctx: { http } });
});

const withSession = trpc.middleware(({ ctx: { http }, next }) => {
  const session = http?.session ?? null;
  if (session === null) throw new TRPCError({ code: "UNAUTHORIZED", message: "The session is over." });
  return next({ ctx: { session } });
});

const anyProcedure = trpc.procedure.use(mapErrors).use(inStorableWords);

/** A procedure of the person's workspace. */
export const procedure = anyProcedure.use(signedIn);
/** For whoever is signed in, also without a workspace: what is the person's own. */
export const personProcedure = anyProcedure.use(overHttp).use(withSession);
/** For everybody: signing up and in. */
export const openProcedure = anyProcedure.use(overHttp);
export const { router, createCallerFactory } = trpc;
