import { expect, it, vi } from "vitest";
import { MOST_CALLS } from "../../../../trpc/most-calls.ts";
import { GET } from "./route.ts";

vi.mock("../../../../server/session.ts", () => ({
  findSignedIn: () => Promise.resolve(null),
  findSession: () => Promise.resolve(null),
}));
vi.mock("../../../../server/env.ts", () => ({ env: () => ({}), trustedProxiesOf: () => 0 }));

it.each([
  [MOST_CALLS, 401],
  [MOST_CALLS + 1, 400],
])(
  "a request with %d calls gets %d: one with too many is refused before any of them is done",
  async (calls, status) => {
    const names = Array.from({ length: calls }, () => "settings.usage").join(",");
    const answer = await GET(new Request(`http://127.0.0.1/api/trpc/${names}?batch=1&input=%7B%7D`));
    expect(answer.status).toBe(status);
  },
);
