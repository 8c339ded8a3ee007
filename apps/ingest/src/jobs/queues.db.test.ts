import { REPARSE_RUN, SEND_DELIVERY, SEND_MAIL } from "@headroom/services";
import { createTestServices, createTenant } from "@headroom/services/testing";
import type { TestServices } from "@headroom/services/testing";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { startQueues } from "./start-jobs.ts";

let test: TestServices;
beforeAll(async () => {
  test = await createTestServices();
});
afterAll(() => test.drop());

const silent = { debug: () => undefined, warn: () => undefined, error: () => undefined };

it("a file that takes long holds up no mail", async () => {
  const { workspaceId } = await createTenant(test.services, "home");
  const add = (name: string) =>
    test.db.inWorkspace(workspaceId, (tx) => tx.query("select queue_job($1, '{}', null, 1)", [name]));
  const parsed = Promise.withResolvers<void>();
  const parse = vi.fn<() => Promise<void>>(() => parsed.promise);
  const send = vi.fn<() => Promise<void>>(async () => undefined);
  const jobs = startQueues(test.services, { [REPARSE_RUN]: parse, [SEND_MAIL]: send }, silent);
  await add(REPARSE_RUN);
  await vi.waitFor(() => expect(parse).toHaveBeenCalled(), { timeout: 20_000 });
  await add(REPARSE_RUN);
  await add(SEND_MAIL);
  await vi.waitFor(() => expect(send).toHaveBeenCalled(), { timeout: 20_000 });
  expect(parse).toHaveBeenCalledTimes(1);
  parsed.resolve();
  await jobs.stop();
});

it("a workspace whose receivers never answer delays nobody else's messages", async () => {
  const [busy, quiet] = [
    await createTenant(test.services, "busy"),
    await createTenant(test.services, "quiet"),
  ];
  const add = ({ workspaceId }: { workspaceId: string }, receiver: number) =>
    test.db.inWorkspace(workspaceId, (tx) =>
      tx.query("select queue_job_later($1, $2, null, 1, 0, $3)", [
        SEND_DELIVERY,
        JSON.stringify({ receiver }),
        `${SEND_DELIVERY} ${receiver}`,
      ]),
    );
  const silence = Promise.withResolvers<void>();
  const sent: number[] = [];
  const deliver = async ({ payload }: { payload: unknown }) => {
    const { receiver, workspaceId } = payload as { receiver: number; workspaceId: string };
    if (workspaceId === busy.workspaceId) await silence.promise;
    else sent.push(receiver);
  };
  await Promise.all(Array.from({ length: 40 }, (_, receiver) => add(busy, receiver)));
  const jobs = startQueues(test.services, { [SEND_DELIVERY]: deliver }, silent);
  await add(quiet, 1);
  await vi.waitFor(() => expect(sent).toEqual([1]), { timeout: 20_000 });
  silence.resolve();
  await jobs.stop();
});
