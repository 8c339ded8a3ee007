import type { z } from "zod";
import { acceptedRisk, removedExperiment } from "../peak-day/accepted-risk.ts";
import { listedCiIdentity } from "../workspace/ci-identity.ts";
import * as compared from "../comparison/comparison.ts";
import { runCost } from "../run/cost.ts";
import { detectionAnswer } from "../run/detection.ts";
import { experimentList, listedExperiment } from "../workspace/experiment-list.ts";
import * as gameday from "../peak-day/gameday.ts";
import { gaugeBesideLoad, gaugesMeanwhile } from "../run/gauge-beside-load.ts";
import * as headroom from "../peak-day/headroom.ts";
import { pairJudgement } from "../run/judgement.ts";
import { labelPage } from "../run/label-page.ts";
import { latencyMs } from "../run/latency.ts";
import { likenessAnswer } from "../run/likeness.ts";
import { ownToken } from "../workspace/own-token.ts";
import { channelAnswer, deliveryAnswer, listedDelivery } from "../workspace/notification.ts";
import { ownSourceAnswer, sourcePreview } from "../run/own-source.ts";
import * as peakDay from "../peak-day/peak-day.ts";
import { problem, refusedLine } from "../problem.ts";
import { proof } from "../run/proof.ts";
import { dayForecast, evidenceRun, readinessAction, readinessReport } from "../peak-day/readiness.ts";
import { keptFiles, reparse, reparseAnswer } from "../run/reparse.ts";
import { runAnswer, runPhase, warning } from "../run/run-answer.ts";
import { experimentCapacity, runCapacity, uslAnswer } from "../run/run-capacity.ts";
import { runSetup, whatChangedAnswer } from "../run/run-configuration.ts";
import { runEvent } from "../run/run-event.ts";
import { runGauge } from "../run/run-gauge.ts";
import { listedRun, runList } from "../run/run-list.ts";
import { runVerdictAnswer } from "../run/run-verdict.ts";
import { runWindowAnswer } from "../run/run-window.ts";
import { eventComparison, serviceEvent } from "../live/service-event.ts";
import { createdShare, listedShare } from "../workspace/share.ts";
import * as slo from "../slo/slo.ts";
import { peakDayAlertAnswer } from "../peak-day/peak-day-alert.ts";
import { sloAlertAnswer } from "../slo/slo-alert.ts";
import * as summary from "../run/summary.ts";
import { listedToken } from "../workspace/token.ts";
import { serviceTraces } from "../workspace/trace.ts";
import { simulatedStretch, trafficAnswer } from "../live/traffic.ts";
import { experimentTrend } from "../comparison/trend.ts";
import { trafficMapping, unmappedSender } from "../live/traffic-mapping.ts";
import { metric, targetVerdict } from "../run/verdict.ts";
import { workspaceSettings, workspaceStorage, workspaceUsage } from "../workspace/workspace.ts";

/** Answers and their parts that have a name in the OpenAPI document. The others stand where they are used. */
export const NAMED: Readonly<Record<string, z.ZodType>> = {
  AcceptedRisk: acceptedRisk,
  RemovedExperiment: removedExperiment,
  Change: compared.change,
  Channel: channelAnswer,
  CiIdentity: listedCiIdentity,
  Comparability: compared.comparability,
  ComparedRun: compared.comparedRun,
  ComparisonAnswer: compared.comparisonAnswer,
  Comparison: compared.comparison,
  CostRow: compared.costRow,
  CostStatistic: compared.costStatistic,
  CreatedShare: createdShare,
  CurvePreview: peakDay.curvePreview,
  DayForecast: dayForecast,
  Delivery: deliveryAnswer,
  Delta: compared.delta,
  Detection: detectionAnswer,
  EventComparison: eventComparison,
  EvidenceRun: evidenceRun,
  ExpectedPeak: headroom.expectedPeak,
  ExperimentCapacity: experimentCapacity,
  ExperimentList: experimentList,
  ExperimentProof: headroom.experimentProofAnswer,
  ExperimentTrend: experimentTrend,
  FigureRange: summary.figureRange,
  Finding: gameday.finding,
  Gameday: gameday.gamedayAnswer,
  GamedayRun: gameday.gamedayRun,
  GamedayStep: gameday.gamedayStep,
  GaugeBesideLoad: gaugeBesideLoad,
  GaugesMeanwhile: gaugesMeanwhile,
  Headroom: headroom.headroomAnswer,
  HeadroomPolicy: headroom.headroomPolicy,
  KeptFiles: keptFiles,
  LabelPage: labelPage,
  LabelRow: compared.labelRow,
  LabelSummary: summary.labelSummary,
  LatencyMs: latencyMs,
  LevelChange: compared.levelChange,
  Likeness: likenessAnswer,
  ListedExperiment: listedExperiment,
  ListedDelivery: listedDelivery,
  ListedGameday: gameday.listedGameday,
  ListedPeakDay: peakDay.listedPeakDay,
  ListedRun: listedRun,
  ListedShare: listedShare,
  ListedToken: listedToken,
  ListedSlo: slo.listedSlo,
  Metric: metric,
  MetricRow: compared.metricRow,
  MetricStatistic: compared.metricStatistic,
  OwnSource: ownSourceAnswer,
  OwnToken: ownToken,
  PairJudgement: pairJudgement,
  PairStatistics: compared.pairStatistics,
  PeakDay: peakDay.peakDayAnswer,
  PeakDayAlert: peakDayAlertAnswer,
  PeakDaySummary: peakDay.peakDaySummary,
  PeakHeadroom: headroom.peakHeadroom,
  Problem: problem,
  ProductionProof: headroom.productionProofAnswer,
  Proof: proof,
  ReadinessAction: readinessAction,
  ReadinessReason: headroom.readinessReason,
  ReadinessReport: readinessReport,
  RefusedLine: refusedLine,
  Reparse: reparse,
  ReparseAnswer: reparseAnswer,
  Run: runAnswer,
  RunCapacity: runCapacity,
  RunCost: runCost,
  RunEvent: runEvent,
  RunGauge: runGauge,
  RunList: runList,
  RunPhase: runPhase,
  RunSetup: runSetup,
  RunSummary: summary.runSummary,
  RunVerdict: runVerdictAnswer,
  RunWindow: runWindowAnswer,
  ScalabilityLaw: uslAnswer,
  ServiceEvent: serviceEvent,
  SimulatedStretch: simulatedStretch,
  Slo: slo.sloAnswer,
  SloAlert: sloAlertAnswer,
  SloReport: slo.sloReport,
  SloStatus: slo.sloStatus,
  SourcePreview: sourcePreview,
  TargetVerdict: targetVerdict,
  ServiceTraces: serviceTraces,
  Traffic: trafficAnswer,
  TrafficMapping: trafficMapping,
  UnmappedSender: unmappedSender,
  Warning: warning,
  WhatChanged: whatChangedAnswer,
  WindowSummary: summary.windowSummary,
  WorkspaceSettings: workspaceSettings,
  WorkspaceStorage: workspaceStorage,
  WorkspaceUsage: workspaceUsage,
};
