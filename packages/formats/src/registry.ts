import { abGnuplot } from "./file/ab-gnuplot/index.ts";
import { abPercentiles } from "./file/ab-percentiles/index.ts";
import { abText } from "./file/ab-text/index.ts";
import { artilleryJson } from "./file/artillery-json/index.ts";
import { autocannonJson } from "./file/autocannon-json/index.ts";
import { drillReport } from "./file/drill-report/index.ts";
import { drillText } from "./file/drill-text/index.ts";
import { fortioJson } from "./file/fortio-json/index.ts";
import { gatlingBinary } from "./file/gatling-binary/index.ts";
import { gatlingGlobalStats } from "./file/gatling-global-stats/index.ts";
import { gatlingStats } from "./file/gatling-stats/index.ts";
import { gatlingText } from "./file/gatling-text/index.ts";
import { genericCsv } from "./file/generic-csv/index.ts";
import { genericNdjson } from "./file/generic-ndjson/index.ts";
import { genericSummary } from "./file/generic-summary/index.ts";
import { ghzCsv } from "./file/ghz-csv/index.ts";
import { ghzInfluxDetails } from "./file/ghz-influx-details/index.ts";
import { ghzInfluxSummary } from "./file/ghz-influx-summary/index.ts";
import { ghzJson } from "./file/ghz-json/index.ts";
import { ghzText } from "./file/ghz-text/index.ts";
import { h2loadLog } from "./file/h2load-log/index.ts";
import { h2loadText } from "./file/h2load-text/index.ts";
import { hdrLog } from "./file/hdr-log/index.ts";
import { heyCsv } from "./file/hey-csv/index.ts";
import { heyText } from "./file/hey-text/index.ts";
import { hgrm } from "./file/hgrm/index.ts";
import { jmeterCsv } from "./file/jmeter-csv/index.ts";
import { jmeterStatistics } from "./file/jmeter-statistics/index.ts";
import { jmeterXml } from "./file/jmeter-xml/index.ts";
import { k6Csv } from "./file/k6-csv/index.ts";
import { k6HandleSummary } from "./file/k6-handle-summary/index.ts";
import { k6Ndjson } from "./file/k6-ndjson/index.ts";
import { k6SummaryExport } from "./file/k6-summary-export/index.ts";
import { k6Summary } from "./file/k6-summary/index.ts";
import { locustExceptions } from "./file/locust-exceptions/index.ts";
import { locustFailures } from "./file/locust-failures/index.ts";
import { locustHistory } from "./file/locust-history/index.ts";
import { locustJson } from "./file/locust-json/index.ts";
import { locustStats } from "./file/locust-stats/index.ts";
import { ohaCsv } from "./file/oha-csv/index.ts";
import { ohaJson } from "./file/oha-json/index.ts";
import { ohaSqlite } from "./file/oha-sqlite/index.ts";
import { ohaText } from "./file/oha-text/index.ts";
import { pgbenchAggregate } from "./file/pgbench-aggregate/index.ts";
import { pgbenchLog } from "./file/pgbench-log/index.ts";
import { pgbenchText } from "./file/pgbench-text/index.ts";
import { prometheusText } from "./file/prometheus-text/index.ts";
import { siegeJson } from "./file/siege-json/index.ts";
import { siegeLog } from "./file/siege-log/index.ts";
import { sysbenchText } from "./file/sysbench-text/index.ts";
import { taurusCsv } from "./file/taurus-csv/index.ts";
import { taurusXml } from "./file/taurus-xml/index.ts";
import { tsungDump } from "./file/tsung-dump/index.ts";
import { tsungLog } from "./file/tsung-log/index.ts";
import { vegetaCsv } from "./file/vegeta-csv/index.ts";
import { vegetaGob } from "./file/vegeta-gob/index.ts";
import { vegetaHdrplot } from "./file/vegeta-hdrplot/index.ts";
import { vegetaHist } from "./file/vegeta-hist/index.ts";
import { vegetaJson } from "./file/vegeta-json/index.ts";
import { vegetaReportJson } from "./file/vegeta-report-json/index.ts";
import { vegetaReportText } from "./file/vegeta-report-text/index.ts";
import { wrkText } from "./file/wrk-text/index.ts";
import { foreignFileOf } from "./foreign-file.ts";
import type { Format } from "./parser.ts";

/** Every format that can be read. */
export const formats: readonly Format[] = [
  abGnuplot,
  abPercentiles,
  abText,
  artilleryJson,
  autocannonJson,
  drillReport,
  drillText,
  fortioJson,
  gatlingBinary,
  gatlingGlobalStats,
  gatlingStats,
  gatlingText,
  genericCsv,
  genericNdjson,
  genericSummary,
  ghzCsv,
  ghzInfluxDetails,
  ghzInfluxSummary,
  ghzJson,
  ghzText,
  h2loadLog,
  h2loadText,
  hdrLog,
  heyCsv,
  heyText,
  hgrm,
  jmeterCsv,
  jmeterStatistics,
  jmeterXml,
  k6Csv,
  k6HandleSummary,
  k6Ndjson,
  k6SummaryExport,
  k6Summary,
  locustExceptions,
  locustFailures,
  locustHistory,
  locustJson,
  locustStats,
  ohaCsv,
  ohaJson,
  ohaSqlite,
  ohaText,
  pgbenchAggregate,
  pgbenchLog,
  pgbenchText,
  prometheusText,
  siegeJson,
  siegeLog,
  sysbenchText,
  taurusCsv,
  taurusXml,
  tsungDump,
  tsungLog,
  vegetaCsv,
  vegetaGob,
  vegetaHdrplot,
  vegetaHist,
  vegetaJson,
  vegetaReportJson,
  vegetaReportText,
  wrkText,
];

export type FormatDetection =
  | { ok: true; format: Format }
  | { ok: false; tried: { id: string; reason: string }[] };

/** Finds the format of a file by its first `DETECTION_BYTES`, or all bytes if there are fewer. */
export function detectFormat(head: Uint8Array): FormatDetection {
  const foreign = foreignFileOf(head);
  if (foreign !== null)
    return { ok: false, tried: formats.map(({ id }) => ({ id, reason: `the file is ${foreign.what}` })) };
  const tried: { id: string; reason: string }[] = [];
  for (const format of formats) {
    const detection = format.detect(head);
    if (detection.match) return { ok: true, format };
    tried.push({ id: format.id, reason: detection.reason });
  }
  return { ok: false, tried };
}
