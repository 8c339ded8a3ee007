import { parseSync, visitorKeys } from "oxc-parser";
import type { Node } from "oxc-parser";

/** A node of a syntax tree, and what it is part of. */
export interface Visit {
  node: Node;
  parent: Node | null;
}

/** Visits every node, outermost first. Where `enter` answers false, what lies inside is left out. */
export function walk(fileName: string, content: string, enter: (visit: Visit) => boolean): void {
  const { program, errors } = parseSync(fileName, content);
  const [error] = errors;
  if (error !== undefined) throw new Error(`${fileName}: ${error.message}`);
  walkFrom({ node: program, parent: null }, enter);
}

export function walkFrom({ node, parent }: Visit, enter: (visit: Visit) => boolean): void {
  if (!enter({ node, parent })) return;
  for (const key of visitorKeys[node.type] ?? []) {
    const children: unknown = Reflect.get(node, key);
    for (const child of Array.isArray(children) ? children : [children]) {
      if (isNode(child)) walkFrom({ node: child, parent: node }, enter);
    }
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value;
}

/** Counts from 1. */
export function lineAt(content: string, offset: number): number {
  return content.slice(0, offset).split("\n").length;
}

/** The text of a string or template; `value` stands for each value in a template. */
export function stringOf(node: Node, value: string): string | null {
  if (node.type === "Literal") return typeof node.value === "string" ? node.value : null;
  if (node.type !== "TemplateLiteral") return null;
  return node.quasis.map((quasi) => quasi.value.cooked ?? quasi.value.raw).join(value);
}

export function textOf(content: string, node: Node): string {
  return content.slice(node.start, node.end);
}
