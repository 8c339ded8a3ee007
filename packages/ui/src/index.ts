// Named one by one: with `export *` the bundler would keep every component on every page.
export {
  THROUGHPUT_HEIGHT_CLASS,
  LATENCY_HEIGHT_CLASS,
  GAUGE_HEIGHT_CLASS,
  CHART_HEIGHT_CLASS,
  chartHeightClass,
} from "./charts/frame/chart-heights.ts";
export { intervalsHeight } from "./charts/frame/interval-heights.ts";
export { ratioText, SAME_RATIO } from "./format/ratio-words.ts";
export type { RatioWords } from "./format/ratio-words.ts";
export { toCsv } from "./charts/model/csv.ts";
export { BareButton } from "./components/fields/bare-button.tsx";
export { BrandMark } from "./components/page/brand-mark.tsx";
export { buttonClass, textLinkClass, Button } from "./components/fields/button.tsx";
export type { ButtonLook } from "./components/fields/button.tsx";
export { CHANGE_WORDS, ChangePill, PairPill } from "./components/status/change-pill.tsx";
export type { ChangeState, PairState } from "./components/status/change-pill.tsx";
export { Checkbox } from "./components/fields/checkbox.tsx";
export { CommandPalette } from "./components/overlays/command-palette.tsx";
export type { PaletteItem, PaletteGroup } from "./components/overlays/command-palette.tsx";
export { Combobox } from "./components/overlays/combobox.tsx";
export { Command } from "./components/overlays/command.tsx";
export { ConfirmDialog } from "./components/overlays/confirm-dialog.tsx";
export { CopyButton } from "./components/fields/copy-button.tsx";
export { DataList } from "./components/tables/data-list.tsx";
export type { DataListItem } from "./components/tables/data-list.tsx";
export { Dialog } from "./components/overlays/dialog.tsx";
export { modalClass, veilClass } from "./components/overlays/modal-classes.ts";
export { useEarlyCheck } from "./components/fields/early-check.ts";
export { useEarlyInput } from "./components/fields/early-input.ts";
export { DeltaPill, NoDelta } from "./components/status/delta-pill.tsx";
export type { DeltaTone } from "./components/status/delta-pill.tsx";
export { EmptyState } from "./components/status/empty-state.tsx";
export { Field, useField, controlClass } from "./components/fields/field.tsx";
export type { FieldWiring } from "./components/fields/field.tsx";
export { FIGURE_TONES, FigureStrip } from "./components/status/figure.tsx";
export type { FigureCell, FigureTone } from "./components/status/figure.tsx";
export { Form } from "./components/fields/form.tsx";
export { GradeMark } from "./components/status/grade-mark.tsx";
export type { Grade } from "./components/status/grade-mark.tsx";
export { IconButton } from "./components/fields/icon-button.tsx";
export { Icon } from "./components/page/icon.tsx";
export type { IconName } from "./components/page/icon.tsx";
export { Kbd } from "./components/page/kbd.tsx";
export { runLook } from "./components/status/run-look.ts";
export type { LinkProps, LinkElement } from "./components/page/link.ts";
export type { MenuItem, MenuGroup } from "./components/overlays/menu-items.ts";
export { Menu } from "./components/overlays/menu.tsx";
export { toneLooks, Notice } from "./components/status/notice.tsx";
export type { Tone } from "./components/status/notice.tsx";
export { NumberInput } from "./components/fields/number-input.tsx";
export { Measure, Page, PageHead, Muted, Sentence } from "./components/page/page.tsx";
export { Pagination } from "./components/tables/pagination.tsx";
export { PaperFoot } from "./components/page/paper-foot.tsx";
export { Popover } from "./components/overlays/popover.tsx";
export { ProgressBar } from "./components/status/progress-bar.tsx";
export { ProofChip } from "./components/overlays/proof-chip.tsx";
export type { ProofNote } from "./components/overlays/proof-chip.tsx";
export { RadioGroup } from "./components/fields/radio-group.tsx";
export type { RadioOption } from "./components/fields/radio-group.tsx";
export { insideRatio, railPosition } from "./components/status/rail-position.ts";
export { Rail } from "./components/status/rail.tsx";
export { RunDot } from "./components/status/run-dot.tsx";
export { SearchField } from "./components/fields/search-field.tsx";
export { Segmented } from "./components/fields/segmented.tsx";
export type { Segment } from "./components/fields/segmented.tsx";
export { Select } from "./components/fields/select.tsx";
export type { SelectOption } from "./components/fields/select.tsx";
export { Sheet, SheetSection, SheetTitle, sheetAnchor, SheetNote } from "./components/page/sheet.tsx";
export { SignKey } from "./components/status/sign-key.tsx";
export type { Sign } from "./components/status/sign-key.tsx";
export { Skeleton } from "./components/status/skeleton.tsx";
export { Sparkline } from "./components/status/sparkline.tsx";
export { Switch } from "./components/fields/switch.tsx";
export { BlockHead, Table, SortHeader } from "./components/tables/table.tsx";
export type { SortDirection } from "./components/tables/table.tsx";
export { Tabs, TabPanel } from "./components/fields/tabs.tsx";
export type { Tab } from "./components/fields/tabs.tsx";
export { Tag } from "./components/status/tag.tsx";
export { TextInput, TextArea } from "./components/fields/text-input.tsx";
export { ToastProvider, useToast } from "./components/overlays/toast.tsx";
export type { ToastWords, LiveToast } from "./components/overlays/toast-stack.tsx";
export { Tooltip } from "./components/overlays/tooltip.tsx";
export { TopBar } from "./components/page/top-bar.tsx";
export type { Crumb } from "./components/page/top-bar.tsx";
export { outcomeState, VERDICT_WORDS, VerdictPill } from "./components/status/verdict-pill.tsx";
export type { OutcomeState, VerdictState } from "./components/status/verdict-pill.tsx";
export { useVirtualRows } from "./components/tables/virtual-rows.ts";
export type { VirtualRows } from "./components/tables/virtual-rows.ts";
export {
  formatAge,
  formatBoundRange,
  formatChange,
  formatChangeSize,
  formatClock,
  formatCount,
  formatDate,
  formatDays,
  formatFigure,
  formatFixed,
  formatInstant,
  formatLength,
  formatMicrosAsMillis,
  formatMillis,
  formatMoney,
  formatPrice,
  formatPercent,
  formatPercentFigure,
  formatKnown,
  formatRange,
  formatRoughPercent,
  formatShort,
  formatSigned,
  formatSpan,
  formatTime,
  formatTimes,
  formatTimesOf,
  formatTimesFigure,
  joinUnit,
  knownTimeZone,
  unitAfter,
} from "@headroom/core/format";
export { keepUnits } from "./format/keep-units.ts";
