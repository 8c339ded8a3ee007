/** One row as it stands in the file. One object is filled again for every row. */
export interface Row {
  timeMicros: number;
  elapsedMillis: number;
  /** The label's bytes are in the bytes that the row was read from. */
  labelFrom: number;
  labelTo: number;
  /** 0 where the file has no thread names. */
  threadHash: number;
  isTransaction: boolean;
  /** Nothing of a request but its figures, as a transaction that was cut off. */
  isBare: boolean;
  failed: boolean;
  /** The status code if it is from 400 to 599, otherwise 0. */
  code: number;
  /** Of a row with such a code: whether JMeter says that it failed. */
  failedByTool: boolean;
  /** Whether it may be sent to another host than the requests of its label before; false where the file has no URLs. */
  toOtherHost: boolean;
  /** Received. */
  bytes: number;
  /** JMeter's Latency and Connect, and what was sent; -1 where the row does not say. */
  firstByteMillis: number;
  connectMillis: number;
  sentBytes: number;
}

export function emptyRow(): Row {
  return {
    timeMicros: 0,
    elapsedMillis: 0,
    labelFrom: 0,
    labelTo: 0,
    threadHash: 0,
    isTransaction: false,
    isBare: false,
    failed: false,
    code: 0,
    failedByTool: false,
    toOtherHost: false,
    bytes: 0,
    firstByteMillis: -1,
    connectMillis: -1,
    sentBytes: -1,
  };
}

/** Than its figures. */
export function hasMore({ failed, isTransaction, toOtherHost }: Row): boolean {
  return failed || isTransaction || toOtherHost;
}
