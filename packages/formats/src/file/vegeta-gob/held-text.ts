/** A short text of the record that is being read, kept past the chunk it came in. */
export class HeldText {
  bytes = Buffer.alloc(256);
  length = 0;

  clear(): void {
    this.length = 0;
  }

  set(bytes: Uint8Array, from: number, to: number): void {
    this.length = 0;
    this.append(bytes, from, to);
  }

  setText(text: string): void {
    const bytes = Buffer.from(text);
    this.set(bytes, 0, bytes.length);
  }

  append(bytes: Uint8Array, from: number, to: number): void {
    const wanted = this.length + to - from;
    if (wanted > this.bytes.length) this.#grow(wanted);
    const into = this.bytes;
    let at = this.length;
    // Such texts are so short that a loop is quicker than a call.
    for (let index = from; index < to; index++) into[at++] = bytes[index] as number;
    this.length = at;
  }

  #grow(wanted: number): void {
    const grown = Buffer.alloc(2 * wanted);
    this.bytes.copy(grown, 0, 0, this.length);
    this.bytes = grown;
  }
}
