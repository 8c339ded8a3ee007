import { expect, it } from "vitest";
import { loggedRequest } from "./logged-request.ts";

it.each([
  ["/v1/runs/r/raw/p?file=1&ticket=hrt_1.a.b", "/v1/runs/r/raw/p?file=1&ticket=…"],
  ["/v1/runs/r/raw/p?ticket=hrt_1.a.b&file=1", "/v1/runs/r/raw/p?ticket=…&file=1"],
  ["/v1/runs?service=ticket", "/v1/runs?service=ticket"],
])("%s is logged without its ticket", (url, logged) => {
  const asked = { method: "GET", url, host: "h", ip: "127.0.0.1", socket: { remotePort: 1 } };
  expect(loggedRequest(asked)).toMatchObject({ method: "GET", url: logged, remotePort: 1 });
});
