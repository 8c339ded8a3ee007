import { expect, it } from "vitest";
import { MEMBER_BODY_BYTES, OPEN_BODY_BYTES } from "./body-limit.ts";
import { maxBodyBytesOf } from "./call-limit.ts";
import { openProcedure, personProcedure, procedure, router } from "./trpc.ts";

const calls = router({
  account: router({
    signIn: openProcedure.mutation(() => null),
    rename: personProcedure.mutation(() => null),
  }),
  run: router({ edit: procedure.mutation(() => null) }),
});

it.each([
  ["account.signIn", OPEN_BODY_BYTES],
  ["account.rename", MEMBER_BODY_BYTES],
  ["run.edit", MEMBER_BODY_BYTES],
  ["account.signIn,run.edit", MEMBER_BODY_BYTES],
  ["account.signIn%2Crun.edit", MEMBER_BODY_BYTES],
  ["account.signIn,account.signIn", OPEN_BODY_BYTES],
  ["constructor", OPEN_BODY_BYTES],
  ["no.such.thing", OPEN_BODY_BYTES],
  ["", OPEN_BODY_BYTES],
])("the limit of %s is %d bytes", (path, bytes) => expect(maxBodyBytesOf(calls, path)).toBe(bytes));
