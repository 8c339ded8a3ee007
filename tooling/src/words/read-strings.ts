import ts from "typescript";
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
  const source = ts.createSourceFile(fileName, content, ts.ScriptTarget.Latest, true);
  const passages: Passage[] = [];
  visit(source);
  return passages;

  function visit(node: ts.Node): void {
    if (isNotForPeople(node)) return;
    const text = textOf(node);
    if (text !== null) passages.push({ text, line: lineOf(node) });
    ts.forEachChild(node, visit);
  }

  function lineOf(node: ts.Node): number {
    const start = ts.isJsxText(node)
      ? node.pos + node.text.length - node.text.trimStart().length
      : node.getStart(source);
    return source.getLineAndCharacterOfPosition(start).line + 1;
  }
}

function isNotForPeople(node: ts.Node): boolean {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isTypeNode(node)) return true;
  if (ts.isJsxAttribute(node)) return CLASS_NAMES.test(node.name.getText());
  if (ts.isCallExpression(node)) return CLASS_NAMES.test(node.expression.getText());
  return ts.isTaggedTemplateExpression(node) && /sql/i.test(node.tag.getText());
}

function textOf(node: ts.Node): string | null {
  if (ts.isJsxText(node)) return /\w/.test(node.text) ? node.text.trimStart() : null;
  const text = stringOf(node);
  return text !== null && /\S\s+\S/.test(text) && !SQL.test(text) ? text : null;
}

function stringOf(node: ts.Node): string | null {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return null;
  return [node.head.text, ...node.templateSpans.map(({ literal }) => `${VALUE}${literal.text}`)].join("");
}
