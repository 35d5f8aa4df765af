export { Button, type ButtonProps, type ButtonSize, type ButtonVariant } from './button/Button.tsx';
export { CopyButton, type CopyButtonProps } from './button/CopyButton.tsx';
export { copyText } from './button/copy-text.ts';
export { IconButton, type IconButtonProps } from './button/IconButton.tsx';
export { type Segment, SegmentedControl, type SegmentedControlProps } from './button/SegmentedControl.tsx';
export { classNames } from './class-name.ts';
export { Code, type CodeProps } from './code/Code.tsx';
export { Checkbox, type CheckboxProps, RadioGroup, type RadioGroupProps } from './field/Checkbox.tsx';
export { Combobox, Combobox as Autocomplete, type ComboboxProps } from './field/Combobox.tsx';
export { FormField, type FormFieldProps, OwnName } from './field/FormField.tsx';
export { Input, type InputProps, Textarea, type TextareaProps } from './field/Input.tsx';
export {
  FieldList,
  type FieldListProps,
  KeyValueEditor,
  type KeyValueEditorProps,
  type KeyValuePair,
} from './field/KeyValueEditor.tsx';
export { MultiSelect, type MultiSelectProps } from './field/MultiSelect.tsx';
export { NumberInput, type NumberInputProps } from './field/NumberInput.tsx';
export { SearchInput, type SearchInputProps } from './field/SearchInput.tsx';
export { Select, type SelectProps } from './field/Select.tsx';
export { Switch, type SwitchProps } from './field/Switch.tsx';
export { TextField, type TextFieldProps } from './field/TextField.tsx';
export { durationParts, formatDuration, formatSpan, missing, type Quantity } from './format/duration.ts';
export { bytesParts, formatBytes, formatCount, formatNumber, formatPercent, formatUptime } from './format/number.ts';
export { formatAge, formatLocal, formatUtc, formatUtcClock, type TimeInput, toEpochMs } from './format/time.ts';
export type { IconComponent, IconProp } from './icons/icon.tsx';
export { TechIcon, type TechIconProps } from './icons/TechIcon.tsx';
export { Kbd } from './keyboard/Kbd.tsx';
export { KeyboardHelp, type KeyboardHelpProps } from './keyboard/KeyboardHelp.tsx';
export { type ShortcutInfo, type ShortcutOptions, useShortcut, useShortcutList } from './keyboard/shortcuts.ts';
export { Callout, type CalloutProps } from './layout/Callout.tsx';
export { Card, CardGrid, CardGroup, type CardGroupProps, type CardProps } from './layout/Card.tsx';
export {
  Facet,
  FilterBar,
  type FilterBarProps,
  FilterChip,
  type FilterChipProps,
  type TriState,
  TriStateFilter,
  type TriStateFilterProps,
  type TriStateOption,
  WithSide,
} from './layout/FilterBar.tsx';
export { AsOf, PageHeader, type PageHeaderProps } from './layout/PageHeader.tsx';
export { Accordion, type AccordionProps, Section, type SectionProps } from './layout/Section.tsx';
export { SidePanel, type SidePanelProps } from './layout/SidePanel.tsx';
export { type TabItem, TabPanel, Tabs, type TabsProps } from './layout/Tabs.tsx';
export { type LazyPart, lazyPart, loadPart, PartNotLoaded } from './lazy-part.ts';
export { Link, type LinkProps, LinkProvider, type LinkProviderProps, useNavigateTo } from './link/Link.tsx';
export { ConfirmDialog, type ConfirmDialogProps, Dialog, type DialogProps } from './overlay/Dialog.tsx';
export { preloadLayers } from './overlay/lazy-layers.ts';
export type { Option } from './overlay/listbox-rules.ts';
export { Menu, type MenuProps } from './overlay/Menu.tsx';
export type { MenuEntry, MenuItem } from './overlay/menu-model.ts';
export { Popover, type PopoverProps } from './overlay/Popover.tsx';
export { Tooltip, type TooltipProps } from './overlay/Tooltip.tsx';
export { Palette, type PaletteGroup, type PaletteItem, type PaletteProps } from './palette/Palette.tsx';
export { Logo } from './shell/Logo.tsx';
export { Shell, type ShellProps } from './shell/Shell.tsx';
export { Organisation, Sidebar, SidebarItem, type SidebarItemProps, type SidebarProps } from './shell/Sidebar.tsx';
export { type ShellState, useShell } from './shell/shell-context.ts';
export {
  Avatar,
  Breadcrumb,
  type Crumb,
  LiveDot,
  type LiveState,
  ToolDivider,
  TopBar,
  type TopBarProps,
} from './shell/TopBar.tsx';
export { useIsPhone, useMedia } from './shell/use-media.ts';
export { ErrorBoundary, type ErrorBoundaryProps } from './state/ErrorBoundary.tsx';
export {
  HealthCounts,
  type HealthCountsProps,
  HealthGlyph,
  type HealthGlyphProps,
  HealthLabel,
  type HealthLabelProps,
} from './state/HealthGlyph.tsx';
export { type HealthState, healthRank, healthWord } from './state/health.ts';
export { type Severity, SeverityMeter, type SeverityMeterProps, severityRank, toSeverity } from './state/SeverityMeter.tsx';
export {
  CardsSkeleton,
  PanelSkeleton,
  Skeleton,
  TableSkeleton,
  type TableSkeletonProps,
  TilesSkeleton,
} from './state/Skeleton.tsx';
export { Sparkline, type SparklineProps } from './state/Sparkline.tsx';
export {
  DeniedState,
  type DeniedStateProps,
  EmptyState,
  type EmptyStateProps,
  ErrorState,
  type ErrorStateProps,
  StateView,
  type StateViewProps,
  type ViewStatus,
} from './state/StateViews.tsx';
export { StatusStrip, type StatusStripProps } from './state/StatusStrip.tsx';
export { type StripItem, stripScale } from './state/strip-geometry.ts';
export {
  type Column,
  type ColumnState,
  compareValues,
  type GroupLevel,
  type RowGroup,
  type SortState,
  type SortValue,
} from './table/column.ts';
export { DataTable, type DataTableProps } from './table/DataTable.tsx';
export { downloadRows, toCsv, toJson } from './table/export.ts';
export { Pagination, type PaginationProps } from './table/Pagination.tsx';
export { TableMenu, type TableMenuProps } from './table/TableMenu.tsx';
export { type Theme, type ThemePreference, ThemeProvider, type ThemeState, useTheme } from './theme/ThemeProvider.tsx';
export { themeBootScript, themeStorageKey } from './theme/theme-boot.ts';
export { type RefreshRateOption, RefreshRatePicker, type RefreshRatePickerProps } from './time/RefreshRatePicker.tsx';
export { TimeRangePicker, type TimeRangePickerProps } from './time/TimeRangePicker.tsx';
export type { AbsoluteRange, TimeRange, TimeRangePreset } from './time/time-range.ts';
export { Toaster } from './toast/Toaster.tsx';
export { type Toast, type ToastAction, type ToastOptions, toast } from './toast/toast.ts';
export { Age, type AgeProps, Stale, type StaleProps } from './value/Age.tsx';
export { Badge, type BadgeProps } from './value/Badge.tsx';
export { useNow } from './value/clock.ts';
export { LabelChip, type LabelChipProps, LabelList, type LabelListProps } from './value/Labels.tsx';
export { Bytes, Duration, NumberText, Percent, Uptime } from './value/Numbers.tsx';
export {
  KeyValue,
  type KeyValueProps,
  StatTile,
  type StatTileProps,
  StatTiles,
  type StatTilesProps,
} from './value/StatTiles.tsx';
