/** Sentences by code. Each is made from fields that can be stored. */
type Sentences = Readonly<Record<string, (fields: never) => string>>;

/** What is stored in place of a sentence: its code, and the fields that it is made from. */
export type ReasonOf<Table extends Sentences> = {
  [Code in keyof Table & string]: { code: Code } & (Parameters<Table[Code]> extends [infer Fields]
    ? Fields
    : unknown);
}[keyof Table & string];

/** The words of some reasons, one after another. */
export function wordsBy<Table extends Sentences>(table: Table, reasons: readonly ReasonOf<Table>[]): string {
  return reasons.map((one) => (table[one.code] as (fields: unknown) => string)(one)).join(" ");
}

/** What was stored before there were codes: the sentence itself. */
export const GIVEN = { given: ({ words }: { words: string }) => words };
