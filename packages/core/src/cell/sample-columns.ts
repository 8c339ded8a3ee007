/** Samples of one item each as columns: typed arrays pass from parser to sink without an object for each sample. */
export class SampleColumns {
  /** How many there are; the columns may have room for more. */
  length = 0;
  readonly labels: Uint32Array;
  readonly completedAtMicros: Float64Array;
  readonly latencyMicros: Float64Array;
  /** 1 where the request failed. */
  readonly failed: Uint8Array;
  readonly bytes: Float64Array;

  constructor(capacity: number) {
    this.labels = new Uint32Array(capacity);
    this.completedAtMicros = new Float64Array(capacity);
    this.latencyMicros = new Float64Array(capacity);
    this.failed = new Uint8Array(capacity);
    this.bytes = new Float64Array(capacity);
  }
}
