export { formatBoundRange, formatMicrosAsMillis, formatMillis } from "@headroom/core/format";
