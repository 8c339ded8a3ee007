const PARAMETER =
  /(?<![\w?&=-])(tool|started|timestamps|zone|load|unit|errors-by|mapping|run|generator)=(?=[\s.,;)<]|and|$)/g;

/** Rewrites hints about URL parameters as options of this command. */
export function asOptions(text: string): string {
  return text
    .replaceAll(PARAMETER, "--$1")
    .replaceAll(/(?<![\w?&=-])mapping=(\{.*\})/g, (_, json: string) => `--mapping ${quoted(json)}`)
    .replaceAll(/curl -F file=@(\S+) -F file=@(\S+)/g, "headroom upload $1 $2");
}

/** As one word of a shell, whatever the names of the columns contain. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
