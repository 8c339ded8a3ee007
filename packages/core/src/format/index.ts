export { formatBytes } from "./bytes.ts";
export { formatAge, formatClock, formatCountdown, formatLength } from "./duration.ts";
export { formatDate, formatDays, formatInstant, formatSpan, formatTime, knownTimeZone } from "./instant.ts";
export { formatMoney, formatPrice } from "./money.ts";
export { formatBoundRange, formatMicrosAsMillis, formatMillis } from "./latency.ts";
export {
  formatChange,
  formatChangeSize,
  formatCount,
  formatFigure,
  formatFixed,
  formatPercent,
  formatPercentFigure,
  formatKnown,
  formatRange,
  formatRoughPercent,
  formatShort,
  formatSigned,
  formatTimes,
  formatTimesOf,
  formatTimesFigure,
  numberShown,
} from "./number.ts";
export { plural } from "./plural.ts";
export { joinUnit, unitAfter } from "./unit.ts";
