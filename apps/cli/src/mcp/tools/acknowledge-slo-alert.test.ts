import { createServer } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { Writable } from "node:stream";
import { expect, it } from "vitest";
import { Api } from "../api.ts";
import { acknowledgeSloAlert } from "./acknowledge-slo-alert.ts";

const ANSWER = {
  ...{ emails: ["a@shop.example"], webhookUrl: null, quietHours: null, state: "ok" },
  ...{ since: "2026-11-20T18:00:00.000Z", checkedAt: "2026-11-20T18:30:00.000Z" },
  ...{ acknowledgedAt: "2026-11-20T18:40:00.000Z", acknowledgedBy: null },
  ...{ signingKey: "whsec_secret", previousKeyUntil: null },
};

it("returns the state of the alert, without addresses and the key that webhooks are signed with", async () => {
  const asked: string[] = [];
  // A newer server answers with a field that this version doesn't know.
  const server = createServer((incoming, outgoing) => {
    asked.push(`${incoming.method} ${incoming.url}`);
    outgoing.end(JSON.stringify({ ...ANSWER, addedLater: 1 }));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const stderr = new Writable({ write: (_chunk, _encoding, done) => done() });
  const api = new Api({
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    token: "secret",
    world: { sleep: async () => {}, random: () => 1, stderr },
  });
  const id = "01a2153c-1d7a-73a8-81cb-61cd0b36b70c";
  const said = await acknowledgeSloAlert.answer(api, {
    slo: `http://127.0.0.1:4000/services/shop/slos/${id}`,
  });
  server.close();
  expect(asked).toEqual([`POST /v1/slos/${id}/alert/acknowledge`]);
  expect(said.structuredContent).toEqual({ state: "ok", acknowledgedAt: ANSWER.acknowledgedAt });
  expect(JSON.stringify(said)).not.toMatch(/whsec|shop\.example/);
});
