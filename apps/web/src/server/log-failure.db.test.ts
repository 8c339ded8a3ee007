import { expect, it } from "vitest";
import { fetchRequestHandler } from "@trpc/server/adapters/fetch";
import { HeadroomError } from "@headroom/core";
import { logFailure } from "./log-failure.ts";
import { openProcedure, router } from "./trpc.ts";

const broken = router({
  ours: openProcedure.query(() => {
    throw new Error("the table of secrets is on fire");
  }),
  theirs: openProcedure.query(() => {
    throw new HeadroomError("not-found", "There is no such thing.");
  }),
  field: openProcedure.query(() => {
    throw new HeadroomError("parameter-unreadable", 'The parameter "name" is invalid: too long.', {
      field: "name",
      fieldMessage: "Too long.",
      hint: "Shorten it.",
    });
  }),
});

async function ask(procedure: string): Promise<{ text: string; lines: string[] }> {
  const lines: string[] = [];
  const requestId = "4c1d2a90";
  const answer = await fetchRequestHandler({
    endpoint: "/api/trpc",
    req: new Request(`http://127.0.0.1/api/trpc/${procedure}`),
    router: broken,
    createContext: ({ resHeaders }) => ({
      ctx: null,
      http: {
        visitor: { address: "", device: null },
        session: null,
        answerHeaders: resHeaders,
        requestId,
      },
    }),
    onError: ({ error, path }) => logFailure({ error, path, requestId }, (line) => lines.push(line)),
  });
  return { text: await answer.text(), lines };
}

it("logs an internal error in full, and answers only with the id to find it by", async () => {
  const { text, lines } = await ask("ours");
  expect(text).toContain("Something went wrong on the server.");
  expect(text).toContain("4c1d2a90");
  expect(text).not.toContain("secrets");
  expect(lines).toHaveLength(1);
  const logged: unknown = JSON.parse(lines[0] ?? "");
  expect(logged).toMatchObject({ level: "error", requestId: "4c1d2a90", procedure: "ours" });
  expect(JSON.stringify(logged)).toMatch(/the table of secrets is on fire.*log-failure/);
});

it("answers a refusal with its own message, and logs nothing", async () => {
  const { text, lines } = await ask("theirs");
  expect(text).toContain("There is no such thing.");
  expect(text).not.toContain("4c1d2a90");
  expect(lines).toEqual([]);
});

it("answers what is wrong with which field apart from the message", async () => {
  const { text } = await ask("field");
  expect(JSON.parse(text)).toMatchObject({
    error: {
      json: {
        message: 'The parameter "name" is invalid: too long.',
        data: {
          code: "BAD_REQUEST",
          headroom: {
            code: "parameter-unreadable",
            field: "name",
            fieldMessage: "Too long.",
            hint: "Shorten it.",
          },
        },
      },
    },
  });
});
