export { formatAge, formatClock, formatLength } from "@headroom/core/format";
