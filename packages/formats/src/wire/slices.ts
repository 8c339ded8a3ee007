/** Work that can be left and continued between two items of a body: a whole one would hold up all other requests. */
export type Slices<Result> = Generator<undefined, Result, undefined>;

/** Does all of it now. */
export function inOne<Result>(slices: Slices<Result>): Result {
  for (;;) {
    const { done, value } = slices.next();
    if (done === true) return value;
  }
}
