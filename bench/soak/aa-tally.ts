/** What a comparison said of a pair. */
export type Told = "real" | "differs" | "nothing";

/** How often each was said, by the number of earlier runs. */
export class Tally {
  readonly #counts = new Map<string, number>();

  add(earlier: number, told: Told): void {
    const key = `${earlier} ${told}`;
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
  }

  words(counts: readonly number[], rounds: number): string {
    return counts
      .map((earlier) => {
        const share = (told: Told) => shareOf(this.#counts.get(`${earlier} ${told}`) ?? 0, rounds);
        return `${earlier}: ${share("real")} / ${share("differs").split(" ")[0] ?? ""}`;
      })
      .join("   ");
  }
}

/** With its 95% interval (E. B. Wilson, 1927). */
function shareOf(count: number, of: number): string {
  const z = 1.96;
  const share = count / of;
  const centre = (share + (z * z) / (2 * of)) / (1 + (z * z) / of);
  const half = (z * Math.sqrt((share * (1 - share)) / of + (z * z) / (4 * of * of))) / (1 + (z * z) / of);
  const percent = (value: number) => (100 * value).toFixed(1);
  return `${percent(share)}% (${percent(Math.max(0, centre - half))} to ${percent(centre + half)})`;
}
