/** Reads an answer field by field: for a few values, the page does not load a schema library. */
export class JsonReader {
  readonly #values: Readonly<Record<string, unknown>>;

  private constructor(values: Readonly<Record<string, unknown>>) {
    this.#values = values;
  }

  /** Null: it is no JSON, or no object. */
  static of(text: string): JsonReader | null {
    try {
      return JsonReader.from(JSON.parse(text));
    } catch {
      return null;
    }
  }

  static from(value: unknown): JsonReader | null {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return null;
    return new JsonReader(Object.fromEntries(Object.entries(value)));
  }

  text(name: string): string | null {
    const value = this.#values[name];
    return typeof value === "string" ? value : null;
  }

  number(name: string): number | null {
    const value = this.#values[name];
    return typeof value === "number" ? value : null;
  }

  object(name: string): JsonReader | null {
    return JsonReader.from(this.#values[name]);
  }

  /** Those of a list that are text. */
  texts(name: string): string[] {
    const value = this.#values[name];
    return Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];
  }

  /** Those of a list that are objects. */
  objects(name: string): JsonReader[] {
    const value = this.#values[name];
    if (!Array.isArray(value)) return [];
    return value.map((one) => JsonReader.from(one)).filter((one) => one !== null);
  }
}
