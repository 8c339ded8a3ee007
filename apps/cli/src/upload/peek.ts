export interface Peeked {
  head: Uint8Array;
  /** Everything, with what was read already. */
  chunks: AsyncIterable<Uint8Array>;
  /** There is nothing after the head. */
  ended: boolean;
}

/** Reads more than so many bytes of a stream ahead, or all of it if there are fewer. */
export async function peek(chunks: AsyncIterable<Uint8Array>, bytes: number): Promise<Peeked> {
  const iterator = chunks[Symbol.asyncIterator]();
  const begun: Uint8Array[] = [];
  for (let held = 0; held <= bytes;) {
    const next = await iterator.next();
    if (next.done === true) return { head: Buffer.concat(begun), chunks: goOn(begun, iterator), ended: true };
    begun.push(next.value);
    held += next.value.length;
  }
  return { head: Buffer.concat(begun), chunks: goOn(begun, iterator), ended: false };
}

async function* goOn(
  begun: readonly Uint8Array[],
  rest: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  yield* begun;
  for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value;
}
