import type { z } from "zod";
import { acceptedRisk, removedExperiment } from "../accepted-risk.ts";
import { listedCiIdentity } from "../ci-identity.ts";
import * as compared from "../comparison.ts";
import { runCost } from "../cost.ts";
import { detectionAnswer } from "../detection.ts";
import { experimentList, listedExperiment } from "../experiment-list.ts";
import * as gameday from "../gameday.ts";
import { gaugeBesideLoad, gaugesMeanwhile } from "../gauge-beside-load.ts";
import * as headroom from "../headroom.ts";
import { pairJudgement } from "../judgement.ts";
import { labelPage } from "../label-page.ts";
import { latencyMs } from "../latency.ts";
import { likenessAnswer } from "../likeness.ts";
import { ownToken } from "../own-token.ts";
import { channelAnswer, deliveryAnswer, listedDelivery } from "../notification.ts";
import { ownSourceAnswer, sourcePreview } from "../own-source.ts";
import * as peakDay from "../peak-day.ts";
import { problem, refusedLine } from "../problem.ts";
import { proof } from "../proof.ts";
import { dayForecast, evidenceRun, readinessAction, readinessReport } from "../readiness.ts";
import { keptFiles, reparse, reparseAnswer } from "../reparse.ts";
import { runAnswer, runPhase, warning } from "../run-answer.ts";
import { experimentCapacity, runCapacity, uslAnswer } from "../run-capacity.ts";
import { runSetup, whatChangedAnswer } from "../run-configuration.ts";
import { runEvent } from "../run-event.ts";
import { runGauge } from "../run-gauge.ts";
import { listedRun, runList } from "../run-list.ts";
import { runVerdictAnswer } from "../run-verdict.ts";
import { runWindowAnswer } from "../run-window.ts";
import { eventComparison, serviceEvent } from "../service-event.ts";
import { createdShare, listedShare } from "../share.ts";
import * as slo from "../slo.ts";
import { peakDayAlertAnswer } from "../peak-day-alert.ts";
import { sloAlertAnswer } from "../slo-alert.ts";
import * as summary from "../summary.ts";
import { listedToken } from "../token.ts";
import { serviceTraces } from "../trace.ts";
import { simulatedStretch, trafficAnswer } from "../traffic.ts";
import { experimentTrend } from "../trend.ts";
import { trafficMapping, unmappedSender } from "../traffic-mapping.ts";
import { metric, targetVerdict } from "../verdict.ts";
import { workspaceSettings, workspaceStorage, workspaceUsage } from "../workspace.ts";

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
