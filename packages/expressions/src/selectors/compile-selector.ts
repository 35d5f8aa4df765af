import { LOCAL_AGENT_ID } from '@quarterdeck/contract';
import { allOf, type Condition, EVERYTHING, NOTHING, type ValueRef } from './condition.ts';
import { labelCondition, parseLabelSelector, type Requirement, requirementCondition } from './label-selector.ts';
import { matchItemsCondition } from './match-items.ts';
import { findValue, RESOURCES, type ResourceDescription, type ResourceKind } from './resource-kinds.ts';
import { parseSearch } from './search.ts';
import { SelectorError } from './selector-error.ts';

/** Which resources are meant; all that is given must hold. Source: data-model §12.2. */
export interface ResourceSelector {
  readonly id?: string | undefined;
  readonly name?: string | undefined;
  readonly namespace?: string | undefined;
  readonly types?: readonly string[] | undefined;
  readonly statuses?: readonly string[] | undefined;
  readonly health?: string | undefined;
  /** Name or id of an agent, `all` or `*` for every one; the local one when absent. */
  readonly agent?: string | undefined;
  /** Id, or `namespace/name`, of the definition the resource comes from. */
  readonly scope?: string | undefined;
  readonly labelSelector?: string | undefined;
  /** Labels that must be there with exactly these values. */
  readonly labels?: Readonly<Record<string, string>> | undefined;
  /** One of the names in the systems that the resource comes from. */
  readonly externalId?: string | undefined;
  readonly tagSelector?: string | undefined;
  readonly fieldSelector?: string | undefined;
  readonly search?: string | undefined;
  readonly limit?: number | undefined;
  readonly includeDeleted?: boolean | undefined;
}

/** A selector that was understood. */
export interface CompiledSelector {
  readonly kind: ResourceKind;
  readonly condition: Condition;
  readonly limit: number | undefined;
}

const UUID = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
const ASKING = [
  'id',
  'name',
  'namespace',
  'types',
  'statuses',
  'health',
  'scope',
  'labelSelector',
  'labels',
  'externalId',
  'tagSelector',
  'fieldSelector',
  'search',
] as const;

function isGiven(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.keys(value).length > 0;
  return value !== undefined && value !== null && value !== '';
}

function column(name: string, type: 'text' | 'uuid' = 'text'): ValueRef {
  return { kind: 'column', name, type };
}

function namedValue(resource: ResourceDescription, name: string): ValueRef {
  const value = findValue(resource, name);
  if (value === undefined) throw new SelectorError(`a ${resource.kind} has no ${name} to select by`);
  return value;
}

function agentCondition(resource: ResourceDescription, agent: string | undefined): Condition {
  if (!resource.hasAgent || agent === 'all' || agent === '*') return EVERYTHING;
  const id = agent === undefined || agent === '' || agent === 'local' || agent === 'self' ? LOCAL_AGENT_ID : agent;
  return UUID.test(id) ? { kind: 'in', value: column('agent_id', 'uuid'), texts: [id] } : { kind: 'agent-name', name: id };
}

function scopeCondition(resource: ResourceDescription, scope: string | undefined): Condition {
  if (!isGiven(scope) || scope === undefined || scope === 'all') return EVERYTHING;
  if (resource.scope === undefined) throw new SelectorError(`a ${resource.kind} cannot be selected by scope`);
  if (UUID.test(scope)) return { kind: 'in', value: column(resource.scope.column, 'uuid'), texts: [scope] };
  const slash = scope.indexOf('/');
  return { kind: 'scope-name', namespace: slash < 0 ? '' : scope.slice(0, slash), name: scope.slice(slash + 1) };
}

function fieldRequirement(resource: ResourceDescription, requirement: Requirement): Condition {
  const { key, operator, values } = requirement;
  const isNegative = operator === 'differs' || operator === 'not-in';
  if (resource.fieldSelector?.includes(key)) {
    if (!resource.arrays.includes(key)) return requirementCondition(namedValue(resource, key), requirement);
    const members = values.map((text): Condition => ({ kind: 'member', column: key, text }));
    const member: Condition = { kind: 'or', items: members };
    return isNegative ? { kind: 'not', item: member } : member;
  }
  if (resource.properties === undefined || !['equals', 'in', 'differs', 'not-in', 'exists'].includes(operator)) {
    throw new SelectorError(`a ${resource.kind} cannot be selected by the field "${key}"`);
  }
  const property: Condition = {
    kind: 'property',
    column: resource.properties,
    name: key,
    ...(operator === 'exists' ? {} : { texts: values }),
  };
  return isNegative ? { kind: 'not', item: property } : property;
}

function fieldCondition(resource: ResourceDescription, text: string | undefined): Condition {
  if (text === undefined || text.trim() === '') return EVERYTHING;
  if (resource.fieldSelector === undefined) throw new SelectorError(`a ${resource.kind} cannot be selected by fields`);
  return allOf(parseLabelSelector(text).map((requirement) => fieldRequirement(resource, requirement)));
}

function mapCondition(resource: ResourceDescription, map: 'labels' | 'tags', text: string | undefined): Condition {
  if (text === undefined || text.trim() === '') return EVERYTHING;
  if (!resource.maps.includes(map)) throw new SelectorError(`a ${resource.kind} cannot be selected by ${map}`);
  return labelCondition(map, text);
}

function labelsCondition(resource: ResourceDescription, labels: ResourceSelector['labels']): Condition {
  const entries = Object.entries(labels ?? {});
  if (entries.length === 0) return EVERYTHING;
  if (!resource.maps.includes('labels')) throw new SelectorError(`a ${resource.kind} cannot be selected by labels`);
  return allOf(entries.map(([key, text]) => ({ kind: 'in', value: { kind: 'key', column: 'labels', key }, texts: [text] })));
}

function externalIdCondition(resource: ResourceDescription, text: string | undefined): Condition {
  if (text === undefined || text === '') return EVERYTHING;
  if (resource.arrays.includes('external_id')) return { kind: 'member', column: 'external_id', text };
  return { kind: 'in', value: namedValue(resource, 'external_id'), texts: [text] };
}

/**
 * Understands a selector for one kind of resource. A selector that asks for nothing means no resource.
 * @throws {SelectorError} when a part is malformed or the kind cannot be selected by it
 */
export function compileSelector(kind: ResourceKind, selector: ResourceSelector): CompiledSelector {
  const resource = RESOURCES[kind];
  if (!ASKING.some((field) => isGiven(selector[field]))) return { kind, condition: NOTHING, limit: selector.limit };
  const search = isGiven(selector.search) ? parseSearch(resource, selector.search ?? '') : undefined;
  const settings = search?.settings;
  const includesDeleted = selector.includeDeleted === true || settings?.mentions.has('deleted') === true;
  const agent = selector.agent ?? settings?.agent;
  const namesOne = isGiven(selector.id) || settings?.mentions.has('id') === true;
  const condition = allOf([
    isGiven(selector.id) ? { kind: 'in', value: column('id', 'uuid'), texts: [selector.id ?? ''] } : EVERYTHING,
    isGiven(selector.name) ? matchItemsCondition(column('name'), [selector.name ?? ''], false) : EVERYTHING,
    isGiven(selector.namespace)
      ? matchItemsCondition(namedValue(resource, 'namespace'), [selector.namespace ?? ''], false)
      : EVERYTHING,
    isGiven(selector.types) ? matchItemsCondition(namedValue(resource, 'type'), selector.types ?? [], false) : EVERYTHING,
    isGiven(selector.statuses) ? matchItemsCondition(namedValue(resource, 'status'), selector.statuses ?? [], false) : EVERYTHING,
    isGiven(selector.health)
      ? matchItemsCondition(namedValue(resource, 'health'), (selector.health ?? '').split(','), false)
      : EVERYTHING,
    namesOne && !isGiven(agent) ? EVERYTHING : agentCondition(resource, agent),
    scopeCondition(resource, selector.scope ?? settings?.scope),
    mapCondition(resource, 'tags', selector.tagSelector),
    mapCondition(resource, 'labels', selector.labelSelector),
    labelsCondition(resource, selector.labels),
    externalIdCondition(resource, selector.externalId),
    fieldCondition(resource, selector.fieldSelector),
    search?.condition ?? EVERYTHING,
    includesDeleted
      ? EVERYTHING
      : { kind: 'not', item: { kind: 'present', value: { kind: 'column', name: 'deleted_at', type: 'time' } } },
  ]);
  return { kind, condition, limit: selector.limit ?? settings?.limit };
}
