import type { Node } from "oxc-parser";
import { lineAt, stringOf, textOf, walk } from "../syntax.ts";
import type { Visit } from "../syntax.ts";

export interface Place {
  text: string;
  line: number;
}

export interface ImportPlace extends Place {
  /** It does not exist when the program runs. */
  isTypeOnly: boolean;
}

/** What the rules ask of one file, read from its syntax tree: comments and look-alikes in strings do not count. */
export interface SourceFacts {
  imports: ImportPlace[];
  environmentReads: Place[];
  clockReads: Place[];
  sql: Place[];
}

const sqlShape = new RegExp(
  [
    String.raw`^\s*(?:--.*\n\s*)*(?:`,
    [
      String.raw`select\s+(?:.|\n)+?\s+from\s`,
      String.raw`select\s+[\w.]+\(`,
      String.raw`insert\s+into\s`,
      String.raw`update\s+\S+\s+set\s`,
      String.raw`delete\s+from\s`,
      String.raw`with\s+\S+\s+as\s*\(`,
      String.raw`(?:create|alter|drop)\s+(?:table|role|database|extension|view|policy|function|index|schema)\s`,
      String.raw`truncate\s+table\s`,
      String.raw`copy\s+\S+\s*\(`,
      String.raw`(?:grant|revoke)\s+\w+\s+on\s`,
    ].join("|"),
    ")",
  ].join(""),
  "i",
);

const clocks: readonly string[] = ["Date.now", "performance.now", "Math.random", "crypto.randomUUID"];

export function readSource(fileName: string, content: string): SourceFacts {
  const facts: SourceFacts = { imports: [], environmentReads: [], clockReads: [], sql: [] };
  walk(fileName, content, ({ node, parent }) => {
    const place = (text: string): Place => ({ text, line: lineAt(content, node.start) });
    const imported = importedModule(node);
    if (imported !== null) facts.imports.push({ ...place(imported), isTypeOnly: isTypeOnly(node) });
    if (readsEnvironment({ node, parent }, content))
      facts.environmentReads.push(place(textOf(content, node)));
    const clock = clockRead(node, content);
    if (clock !== null) facts.clockReads.push(place(clock));
    const text = stringOf(node, "x");
    if (text !== null && isSql(text)) facts.sql.push(place(firstWords(text)));
    return true;
  });
  return facts;
}

function importedModule(node: Node): string | null {
  const specifier = specifierOf(node);
  return specifier === null ? null : stringOf(specifier, "");
}

function isTypeOnly(node: Node): boolean {
  if (node.type === "ImportDeclaration") return node.importKind === "type";
  if (node.type === "ExportNamedDeclaration" || node.type === "ExportAllDeclaration")
    return node.exportKind === "type";
  return node.type === "TSImportType";
}

function specifierOf(node: Node): Node | null {
  if (node.type === "ImportDeclaration" || node.type === "ExportAllDeclaration") return node.source;
  if (node.type === "ExportNamedDeclaration") return node.source;
  if (node.type === "ImportExpression" || node.type === "TSImportType") return node.source;
  if (node.type !== "CallExpression") return null;
  const isRequire = node.callee.type === "Identifier" && node.callee.name === "require";
  return isRequire ? (node.arguments[0] ?? null) : null;
}

function readsEnvironment({ node, parent }: Visit, content: string): boolean {
  if (node.type === "MemberExpression") {
    return textOf(content, node) === "process.env" && !isReplacedByCompiler(parent, content);
  }
  if (node.type !== "ImportDeclaration" || !/^(node:)?process$/.test(node.source.value)) return false;
  return /\benv\b/.test(content.slice(node.start, node.source.start));
}

/** Next puts a constant in their place while it builds; nothing of the environment is read. */
function isReplacedByCompiler(node: Node | null, content: string): boolean {
  return (
    node?.type === "MemberExpression" &&
    !node.computed &&
    ["NEXT_RUNTIME", "NODE_ENV"].includes(textOf(content, node.property))
  );
}

function clockRead(node: Node, content: string): string | null {
  if (node.type === "NewExpression") {
    const isNow = textOf(content, node.callee) === "Date" && node.arguments.length === 0;
    return isNow ? "new Date()" : null;
  }
  if (node.type !== "MemberExpression") return null;
  const text = textOf(content, node);
  return clocks.includes(text) ? text : null;
}

/** Keywords are written all small or all large; a sentence begins with one large letter. */
function isSql(text: string): boolean {
  return sqlShape.test(text) && /^\s*(?:--.*\n\s*)*(?:[a-z]+|[A-Z]+)\b/.test(text);
}

function firstWords(text: string): string {
  return text.trim().split(/\s+/).slice(0, 5).join(" ");
}
