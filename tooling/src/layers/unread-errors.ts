import type { Node } from "oxc-parser";
import { lineAt, walk, walkFrom } from "../syntax.ts";
import type { Place } from "./read-source.ts";

/**
 * What asks a server and says in its result that it failed. `useSuspenseQuery` isn't here: it throws, and the page's error
 * boundary shows that.
 */
const HOOKS: ReadonlySet<string> = new Set(["useQuery", "useInfiniteQuery", "useQueries", "useMutation"]);
const LIBRARY = "@tanstack/react-query";

/** Where the result says that it failed. */
const OF_RESULT: ReadonlySet<string> = new Set(["error", "isError", "status"]);
/** An awaited promise throws its error where it is awaited, and a lint rule refuses promises that nothing awaits. */
const OF_MUTATION: ReadonlySet<string> = new Set([...OF_RESULT, "mutateAsync"]);

/** Queries and mutations whose error nobody reads: the page would go on as if nothing had happened. */
export function unreadErrors(fileName: string, content: string): Place[] {
  if (!content.includes(LIBRARY)) return [];
  const parents = new Map<Node, Node | null>();
  const names = new Map<string, string>();
  const calls: { call: Node; hook: string }[] = [];
  const found: Place[] = [];
  const place = (node: Node, text: string) => found.push({ text, line: lineAt(content, node.start) });
  walk(fileName, content, ({ node, parent }) => {
    parents.set(node, parent);
    if (node.type === "ImportDeclaration" && node.source.value === LIBRARY) {
      for (const specifier of node.specifiers) {
        if (specifier.type !== "ImportSpecifier" || specifier.imported.type !== "Identifier") continue;
        names.set(specifier.local.name, specifier.imported.name);
      }
    }
    if (node.type === "CallExpression" && node.callee.type === "Identifier") {
      const hook = names.get(node.callee.name);
      if (hook !== undefined && HOOKS.has(hook)) calls.push({ call: node, hook });
    }
    if (isDroppedPromise(node)) place(node, "void mutateAsync");
    return true;
  });
  for (const { call, hook } of calls) if (!isRead(call, hook, parents)) place(call, hook);
  return found.toSorted((a, b) => a.line - b.line);
}

function isRead(call: Node, hook: string, parents: ReadonlyMap<Node, Node | null>): boolean {
  const keys = hook === "useMutation" ? OF_MUTATION : OF_RESULT;
  if (hook === "useMutation" && has(call, (node) => isKey(node, new Set(["onError"])))) return true;
  // The results of several queries are an array: a function reads each of them.
  if (hook === "useQueries" && has(call, (node) => isKey(node, keys))) return true;
  const declarator = parents.get(call);
  if (declarator?.type !== "VariableDeclarator") return false;
  const { id } = declarator;
  if (id.type === "ObjectPattern") return id.properties.some((property) => isKey(property, keys));
  if (id.type !== "Identifier") return false;
  const { name } = id;
  const reads = (node: Node): boolean => {
    if (node.type !== "MemberExpression" || !isNamed(node.object, name)) return false;
    if (isNamed(node.property, keys)) return true;
    const user = parents.get(node) ?? node;
    return hook === "useQueries" && user.type === "CallExpression" && has(user, (one) => isKey(one, keys));
  };
  return has(functionAround(call, parents), reads);
}

/** `void save.mutateAsync(…)`: the one way to lose a promise that the other rules allow. */
function isDroppedPromise(node: Node): boolean {
  if (node.type !== "UnaryExpression" || node.operator !== "void") return false;
  if (node.argument.type !== "CallExpression") return false;
  const { callee } = node.argument;
  return isNamed(callee.type === "MemberExpression" ? callee.property : callee, "mutateAsync");
}

function functionAround(node: Node, parents: ReadonlyMap<Node, Node | null>): Node {
  const parent = parents.get(node) ?? null;
  if (parent === null || /Function/.test(parent.type)) return parent ?? node;
  return functionAround(parent, parents);
}

function has(node: Node, isFound: (node: Node) => boolean): boolean {
  let found = false;
  walkFrom({ node, parent: null }, ({ node: inner }) => {
    found ||= isFound(inner);
    return !found;
  });
  return found;
}

function isKey(node: Node, names: ReadonlySet<string>): boolean {
  return node.type === "Property" && isNamed(node.key, names);
}

function isNamed(node: Node, name: string | ReadonlySet<string>): boolean {
  if (node.type !== "Identifier") return false;
  return typeof name === "string" ? node.name === name : name.has(node.name);
}
