import type { Node } from "oxc-parser";
import { lineAt, stringOf, textOf, walk } from "../syntax.ts";
import type { Passage } from "./check-text.ts";

/** What a template holds in the place of a value. */
const VALUE = "0";
const CLASS_NAMES = /^(?:className|class|\w+ClassName|cn|cva|clsx|tw)$/;
const SQL =
  /^\s*(?:--.*\n\s*)*(?:select|insert into|update|delete from|with|create|alter|drop|copy|grant|revoke)\s/;

/**
 * The sentences in a source file that people may read: JSX text, and strings and templates with a space in them.
 * A string of one word is a name. Imports, types, class names and SQL are not sentences.
 */
export function readStrings(fileName: string, content: string): Passage[] {
  const passages: Passage[] = [];
  walk(fileName, content, ({ node }) => {
    if (isNotForPeople(node, content)) return false;
    const text = sentenceOf(node);
    if (text !== null) passages.push({ text, line: lineAt(content, startOf(node)) });
    return true;
  });
  return passages;
}

const NO_SENTENCES: readonly Node["type"][] = [
  "ImportDeclaration",
  "ExportAllDeclaration",
  "TSLiteralType",
  "TSTemplateLiteralType",
];

function isNotForPeople(node: Node, content: string): boolean {
  if (node.type === "JSXAttribute") return CLASS_NAMES.test(textOf(content, node.name));
  if (node.type === "CallExpression") return CLASS_NAMES.test(textOf(content, node.callee));
  if (node.type === "TaggedTemplateExpression") return /sql/i.test(textOf(content, node.tag));
  return NO_SENTENCES.includes(node.type);
}

function sentenceOf(node: Node): string | null {
  if (node.type === "JSXText") return /\w/.test(node.value) ? node.value.trimStart() : null;
  const text = stringOf(node, VALUE);
  return text !== null && /\S\s+\S/.test(text) && !SQL.test(text) ? text : null;
}

/** JSX text begins with the line break and the indentation before it. */
function startOf(node: Node): number {
  if (node.type !== "JSXText") return node.start;
  return node.start + node.value.length - node.value.trimStart().length;
}
