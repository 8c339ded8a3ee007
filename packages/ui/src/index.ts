// Named one by one: with `export *` the bundler would keep every component on every page.
export {
  THROUGHPUT_HEIGHT_CLASS,
  LATENCY_HEIGHT_CLASS,
  GAUGE_HEIGHT_CLASS,
  CHART_HEIGHT_CLASS,
  chartHeightClass,
} from "./charts/frame/chart-heights.ts";
export { ratioText } from "./format/ratio-words.ts";
export type { RatioWords } from "./format/ratio-words.ts";
export { toCsv } from "./charts/model/csv.ts";
export { BareButton } from "./components/bare-button.tsx";
export { BrandMark } from "./components/brand-mark.tsx";
export { buttonClass, textLinkClass, Button } from "./components/button.tsx";
export type { ButtonLook } from "./components/button.tsx";
export { CHANGE_WORDS, ChangePill, PairPill } from "./components/change-pill.tsx";
export type { ChangeState, PairState } from "./components/change-pill.tsx";
export { Checkbox } from "./components/checkbox.tsx";
export { CommandPalette } from "./components/command-palette.tsx";
export type { PaletteItem, PaletteGroup } from "./components/command-palette.tsx";
export { Command } from "./components/command.tsx";
export { ConfirmDialog } from "./components/confirm-dialog.tsx";
export { CopyButton } from "./components/copy-button.tsx";
export { DataList } from "./components/data-list.tsx";
export type { DataListItem } from "./components/data-list.tsx";
export { veilClass, modalClass, Dialog } from "./components/dialog.tsx";
export { useEarlyCheck } from "./components/early-check.ts";
export { useEarlyInput } from "./components/early-input.ts";
export { EmptyState } from "./components/empty-state.tsx";
export { Field, useField, controlClass } from "./components/field.tsx";
export type { FieldWiring } from "./components/field.tsx";
export { FIGURE_TONES, FigureStrip } from "./components/figure.tsx";
export type { FigureCell, FigureTone } from "./components/figure.tsx";
export { Form } from "./components/form.tsx";
export { GradeMark } from "./components/grade-mark.tsx";
export type { Grade } from "./components/grade-mark.tsx";
export { IconButton } from "./components/icon-button.tsx";
export { Icon } from "./components/icon.tsx";
export type { IconName } from "./components/icon.tsx";
export { Kbd } from "./components/kbd.tsx";
export { letterLook } from "./components/letter-look.ts";
export type { LetterLook } from "./components/letter-look.ts";
export type { LinkProps, LinkElement } from "./components/link.ts";
export type { MenuItem, MenuGroup } from "./components/menu-items.ts";
export { Menu } from "./components/menu.tsx";
export { toneLooks, Notice } from "./components/notice.tsx";
export type { Tone } from "./components/notice.tsx";
export { NumberInput } from "./components/number-input.tsx";
export { Measure, Page, PageHead, Muted, Sentence } from "./components/page.tsx";
export { Pagination } from "./components/pagination.tsx";
export { PaperFoot } from "./components/paper-foot.tsx";
export { Popover } from "./components/popover.tsx";
export { ProgressBar } from "./components/progress-bar.tsx";
export { ProofChip } from "./components/proof-chip.tsx";
export type { ProofNote } from "./components/proof-chip.tsx";
export { RadioGroup } from "./components/radio-group.tsx";
export type { RadioOption } from "./components/radio-group.tsx";
export { insideRatio, railPosition } from "./components/rail-position.ts";
export { Rail } from "./components/rail.tsx";
export { RunLetter } from "./components/run-letter.tsx";
export { SearchField } from "./components/search-field.tsx";
export { Segmented } from "./components/segmented.tsx";
export type { Segment } from "./components/segmented.tsx";
export { Select } from "./components/select.tsx";
export type { SelectOption } from "./components/select.tsx";
export { Sheet, SheetSection, SheetTitle, SheetNote } from "./components/sheet.tsx";
export { Skeleton } from "./components/skeleton.tsx";
export { Sparkline } from "./components/sparkline.tsx";
export { Switch } from "./components/switch.tsx";
export { BlockHead, Table, SortHeader } from "./components/table.tsx";
export type { SortDirection } from "./components/table.tsx";
export { Tabs, TabPanel } from "./components/tabs.tsx";
export type { Tab } from "./components/tabs.tsx";
export { Tag } from "./components/tag.tsx";
export { TextInput, TextArea } from "./components/text-input.tsx";
export { ToastProvider, useToast } from "./components/toast.tsx";
export type { ToastWords, LiveToast } from "./components/toast-stack.tsx";
export { Tooltip } from "./components/tooltip.tsx";
export { TopBar } from "./components/top-bar.tsx";
export type { Crumb } from "./components/top-bar.tsx";
export { outcomeState, VERDICT_WORDS, VerdictPill } from "./components/verdict-pill.tsx";
export type { OutcomeState, VerdictState } from "./components/verdict-pill.tsx";
export { useVirtualRows } from "./components/virtual-rows.ts";
export type { VirtualRows } from "./components/virtual-rows.ts";
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
