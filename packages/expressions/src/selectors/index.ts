export { type CompiledSelector, compileSelector, type ResourceSelector } from './compile-selector.ts';
export { parseLabelSelector, type Requirement } from './label-selector.ts';
export { matches, matchesAll, type Resource } from './match.ts';
export { RESOURCE_KINDS, RESOURCES, type ResourceKind } from './resource-kinds.ts';
export { SelectorError } from './selector-error.ts';
export { type SqlCondition, toSql } from './to-sql.ts';
