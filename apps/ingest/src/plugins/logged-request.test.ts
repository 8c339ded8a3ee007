import { expect, it } from "vitest";
import { loggedRequest } from "./logged-request.ts";

it.each([
  ["/v1/runs/r/raw/p?file=1&ticket=hrt_1.a.b", "/v1/runs/r/raw/p?file=…&ticket=…"],
  ["/v1/runs?service=Shop&notes=secret?x=1&ci=https://ci/?token=t", "/v1/runs?service=…&notes=…&ci=…"],
  ["/v1/runs?notes=a%0Ab", "/v1/runs?notes=…"],
  ["/v1/runs/r", "/v1/runs/r"],
  ["/v1/runs?", "/v1/runs"],
])("%s is logged without the values of its parameters", (url, logged) => {
  const asked = { method: "GET", url, host: "h", ip: "127.0.0.1", socket: { remotePort: 1 } };
  expect(loggedRequest(asked)).toMatchObject({ method: "GET", url: logged, remotePort: 1 });
});
