import { expect, it } from "vitest";
import { prepareApiReference } from "./prepare-api-reference.ts";

const { groups, schemas, routeCount } = prepareApiReference();
const routes = groups.flatMap((group) => group.routes);
const found = (method: string, path: string) =>
  routes.find((route) => route.method === method && route.path === path);

it("has every route with what it needs, takes, answers and is refused with", () => {
  expect(routeCount).toBe(routes.length);
  expect(found("GET", "/v1/runs")).toMatchObject({
    access: "read",
    body: null,
    answers: [{ status: "200", schema: "RunList" }],
  });
  expect(found("GET", "/v1/runs")?.parameters).toContainEqual(
    expect.objectContaining({ name: "limit", in: "query", type: "integer, 1 to 200", required: false }),
  );
  expect(found("POST", "/v1/slos")?.body?.fields.map(({ name }) => name)).toContain("window.days");
  expect(found("POST", "/v1/slos")?.failures).toContainEqual({
    code: "conflict",
    status: 409,
    about: "The request conflicts with an earlier change",
  });
  expect(found("GET", "/healthz")?.access).toBe("no token");
  expect(found("DELETE", "/v1/slos/{id}")?.answers).toMatchObject([{ status: "204", types: [], fields: [] }]);
});

it("has an anchor for every route and every schema that a field refers to", () => {
  expect(new Set(routes.map(({ anchor }) => anchor)).size).toBe(routes.length);
  const names = new Set(schemas.map(({ name }) => name));
  const referred = schemas.flatMap(({ fields }) => fields.flatMap(({ refers }) => refers));
  expect(referred.length).toBeGreaterThan(100);
  expect(referred.filter((name) => !names.has(name))).toEqual([]);
});
