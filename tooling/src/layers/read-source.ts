import ts from "typescript";

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
  const source = ts.createSourceFile(fileName, content, ts.ScriptTarget.Latest, true);
  const facts: SourceFacts = { imports: [], environmentReads: [], clockReads: [], sql: [] };
  visit(source);
  return facts;

  function visit(node: ts.Node): void {
    const imported = importedModule(node);
    if (imported !== null) facts.imports.push({ ...placeOf(node, imported), isTypeOnly: isTypeOnly(node) });
    if (readsEnvironment(node)) facts.environmentReads.push(placeOf(node, node.getText(source)));
    const clock = clockRead(node, source);
    if (clock !== null) facts.clockReads.push(placeOf(node, clock));
    const text = literalText(node);
    if (text !== null && isSql(text)) facts.sql.push(placeOf(node, firstWords(text)));
    ts.forEachChild(node, visit);
  }

  function placeOf(node: ts.Node, text: string): Place {
    return { text, line: source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1 };
  }
}

function importedModule(node: ts.Node): string | null {
  const specifier = specifierOf(node);
  return specifier !== undefined && ts.isStringLiteralLike(specifier) ? specifier.text : null;
}

function isTypeOnly(node: ts.Node): boolean {
  if (ts.isImportDeclaration(node)) return node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword;
  return ts.isImportTypeNode(node) || (ts.isExportDeclaration(node) && node.isTypeOnly);
}

function specifierOf(node: ts.Node): ts.Node | undefined {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return node.moduleSpecifier;
  if (ts.isImportTypeNode(node)) {
    return ts.isLiteralTypeNode(node.argument) ? node.argument.literal : undefined;
  }
  if (!ts.isCallExpression(node)) return undefined;
  const isImport = node.expression.kind === ts.SyntaxKind.ImportKeyword;
  const isRequire = ts.isIdentifier(node.expression) && node.expression.text === "require";
  return isImport || isRequire ? node.arguments[0] : undefined;
}

function readsEnvironment(node: ts.Node): boolean {
  if (ts.isPropertyAccessExpression(node)) {
    const isEnv = node.name.text === "env" && ts.isIdentifier(node.expression);
    return isEnv && node.expression.getText() === "process" && !isReplacedByCompiler(node.parent);
  }
  return (
    ts.isImportDeclaration(node) &&
    ts.isStringLiteral(node.moduleSpecifier) &&
    /^(node:)?process$/.test(node.moduleSpecifier.text) &&
    /\benv\b/.test(node.importClause?.getText() ?? "")
  );
}

/** Next puts a constant in their place while it builds; nothing of the environment is read. */
function isReplacedByCompiler(node: ts.Node): boolean {
  return ts.isPropertyAccessExpression(node) && ["NEXT_RUNTIME", "NODE_ENV"].includes(node.name.text);
}

function clockRead(node: ts.Node, source: ts.SourceFile): string | null {
  if (ts.isNewExpression(node)) {
    const isNow = node.expression.getText(source) === "Date" && (node.arguments?.length ?? 0) === 0;
    return isNow ? "new Date()" : null;
  }
  if (!ts.isPropertyAccessExpression(node)) return null;
  const text = node.getText(source);
  return clocks.includes(text) ? text : null;
}

function literalText(node: ts.Node): string | null {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isTemplateExpression(node)) {
    return [node.head.text, ...node.templateSpans.map((span) => `x${span.literal.text}`)].join("");
  }
  return null;
}

/** Keywords are written all small or all large; a sentence begins with one large letter. */
function isSql(text: string): boolean {
  return sqlShape.test(text) && /^\s*(?:--.*\n\s*)*(?:[a-z]+|[A-Z]+)\b/.test(text);
}

function firstWords(text: string): string {
  return text.trim().split(/\s+/).slice(0, 5).join(" ");
}
