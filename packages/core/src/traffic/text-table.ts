/** Texts that are written once and referred to by their place. */
export class TextTable {
  readonly #places = new Map<string, number>();

  placeOf(text: string): number {
    const known = this.#places.get(text);
    if (known !== undefined) return known;
    const place = this.#places.size;
    this.#places.set(text, place);
    return place;
  }

  encode(): Uint8Array {
    return new TextEncoder().encode(JSON.stringify([...this.#places.keys()]));
  }
}

/** `TextTable.encode` wrote it. */
export function decodeTexts(bytes: Uint8Array): readonly string[] {
  return JSON.parse(new TextDecoder().decode(bytes)) as string[];
}
