export const JTL_HEADER =
  "timeStamp,elapsed,label,responseCode,responseMessage,threadName,dataType,success,failureMessage,bytes,sentBytes,grpThreads,allThreads,URL,Latency,IdleTime,Connect";

export interface JtlOptions {
  rows: number;
  perSecond?: number;
  startMillis?: number;
  labels?: number;
}

/** A JMeter result file with evenly spaced samples and latencies that repeat every hundred rows. */
export function jtl(options: JtlOptions): string {
  return `${JTL_HEADER}\n${jtlRows(options).join("\n")}\n`;
}

export function jtlRows({
  rows,
  perSecond = 100,
  startMillis = 1_700_000_000_000,
  labels = 5,
}: JtlOptions): string[] {
  return Array.from({ length: rows }, (_, at) => {
    const start = startMillis + Math.floor((at * 1_000) / perSecond);
    const elapsed = 20 + ((at * 37) % 100);
    const ok = at % 500 !== 7;
    const code = ok ? "200,OK" : "500,Server Error";
    return `${start},${elapsed},GET /item/${at % labels},${code},Thread ${at % 10},text,${ok},,512,128,10,10,null,${elapsed},0,1`;
  });
}
