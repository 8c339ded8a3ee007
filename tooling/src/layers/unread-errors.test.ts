import { describe, expect, it } from "vitest";
import { unreadErrors } from "./unread-errors.ts";

const linesIn = (body: string, names = "useMutation, useQueries, useQuery, useSuspenseQuery") =>
  unreadErrors(
    "page.tsx",
    `import { ${names} } from "@tanstack/react-query";\nexport function Page() {\n${body}\n}`,
  ).map(({ line, text }) => `${line} ${text}`);

describe("a query or mutation", () => {
  it.each([
    ["const { data } = useQuery(options);", "3 useQuery"],
    ["const { data, ...rest } = useQuery(options);", "3 useQuery"],
    ["const asked = useQuery(options);\nreturn asked.data;", "3 useQuery"],
    ["return useQuery(options);", "3 useQuery"],
    ["useQuery(options);", "3 useQuery"],
    [
      "const queries = useQueries({ queries: all });\nreturn queries.map(({ data }) => data);",
      "3 useQueries",
    ],
    ["return useQueries({ queries: all, combine: (all) => all.map(({ data }) => data) });", "3 useQueries"],
    ["const { mutate } = useMutation(options);", "3 useMutation"],
    ["const save = useMutation(options({ onSuccess }));\nsave.mutate();", "3 useMutation"],
    ["const save = useMutation(options);\nvoid save.mutateAsync();", "4 void mutateAsync"],
    ["const { mutateAsync } = useMutation(options);\nvoid mutateAsync();", "4 void mutateAsync"],
  ])("is found where nobody reads its error: %s", (body, found) => {
    expect(linesIn(body)).toEqual([found]);
  });

  it.each([
    "const { data, error } = useQuery(options);",
    "const { data, isError: failed } = useQuery(options);",
    "const asked = useQuery(options);\nreturn asked.error ? 1 : asked.data;",
    "const queries = useQueries({ queries: all });\nreturn queries.find(({ error }) => error !== null);",
    "return useQueries({ queries: all, combine: (all) => all.map(({ error }) => error) });",
    "const save = useMutation(options);\nreturn save.error?.message;",
    "const save = useMutation(options({ onSuccess, onError }));",
    "const { mutate } = useMutation({ mutationFn, onError: (error) => toast(error) });",
    "const { mutateAsync } = useMutation(options);\nreturn async () => await mutateAsync();",
    "const save = useMutation(options);\nreturn () => save.mutateAsync();",
    "const { data } = useSuspenseQuery(options);",
  ])("passes where somebody does: %s", (body) => {
    expect(linesIn(body)).toEqual([]);
  });

  it("isn't taken for another one of the same name", () => {
    const other = "const save = useMutation(b);\nreturn save.error;";
    expect(linesIn(`const save = useMutation(a);\n}\nexport function Other() {\n${other}`)).toEqual([
      "3 useMutation",
    ]);
  });

  it("is known by its import, under any name", () => {
    expect(linesIn("const { data } = ask(options);", "useQuery as ask")).toEqual(["3 useQuery"]);
    expect(
      unreadErrors("page.tsx", 'import { useQuery } from "./own.ts";\nconst { data } = useQuery();'),
    ).toEqual([]);
  });
});
