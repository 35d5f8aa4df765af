import type { ExpressionEngine } from '@quarterdeck/expressions';
import type { CatalogReader } from './catalog-reader.ts';
import type { TemplateSpec } from './model.ts';
import type { CheckResult, LastResult } from './result.ts';

export type Variables = Record<string, unknown>;

const NO_LAST_RESULT: LastResult = {
  status: '',
  invalid: false,
  createdAt: '',
  duration: 0,
  message: '',
  error: '',
  results: {},
};

/** True when a template has text in some language. */
export function hasTemplate(template: TemplateSpec | undefined): template is TemplateSpec {
  return Boolean(template?.expr || template?.template || template?.javascript || template?.jsonPath);
}

async function traverse(reader: CatalogReader, signal: AbortSignal, args: readonly unknown[]): Promise<unknown> {
  const [id, path, direction = 'outgoing'] = args;
  if (typeof id !== 'string' || typeof path !== 'string')
    throw new Error('catalog.traverse needs the id of an item and a path of types');
  if (direction !== 'incoming' && direction !== 'outgoing')
    throw new Error(`the direction of catalog.traverse is incoming or outgoing, not "${String(direction)}"`);
  return await reader.traverse(id, path, direction, signal);
}

/** Evaluates the expressions of one run: adds `last_result` and names the failing expression. */
export class RunExpressions {
  private readonly engine: ExpressionEngine;
  private readonly functions: Record<string, (...args: unknown[]) => unknown>;

  constructor(
    engine: ExpressionEngine,
    lastResult: (() => Promise<LastResult | undefined> | undefined) | undefined,
    catalog?: { reader: CatalogReader; signal: AbortSignal } | undefined,
  ) {
    this.engine = engine;
    let pending: Promise<unknown> | undefined;
    const load = async () => {
      const last = (await lastResult?.()) ?? NO_LAST_RESULT;
      return { ...last, duration: BigInt(Math.round(last.duration)) };
    };
    this.functions = {
      last_result: () => (pending ??= load()),
      ...(catalog === undefined ? {} : { 'catalog.traverse': (...args) => traverse(catalog.reader, catalog.signal, args) }),
    };
  }

  /** The output as text; jsonPath alone gives none. Source: health-checks §3.1. */
  async render(template: TemplateSpec, variables: Variables): Promise<string> {
    const { expr, template: text, javascript } = template;
    if (!expr && !text && !javascript) return '';
    return await this.engine.render(
      { ...(expr ? { expr } : {}), ...(text ? { template: text } : {}), ...(javascript ? { javascript } : {}) },
      variables,
      { functions: this.functions },
    );
  }

  /** A Go template, such as the text of a query. */
  async text(text: string, variables: Variables): Promise<string> {
    return text.includes('{{') ? await this.engine.render({ template: text }, variables, { functions: this.functions }) : text;
  }

  /** For each text whether Go's regular expression matches anywhere in it, within the engine's limits of time. */
  async matches(pattern: string, texts: readonly string[]): Promise<boolean[]> {
    const value = await this.engine.evaluate('texts.map(text, text.matches(pattern))', { texts: [...texts], pattern });
    return Array.isArray(value) ? value.map((entry) => entry === true) : [];
  }

  /** A text with `{{ }}` and `$( )` placeholders, whose variables may be written with or without a dot. */
  async url(text: string, variables: Variables): Promise<string> {
    return await this.engine.renderText(text, variables);
  }
}

/** The variables that every check has. Source: health-checks §3.2. */
export function commonVariables(
  result: CheckResult,
  identity: {
    canaryId?: string;
    checkId?: string;
    canaryName: string;
    canaryNamespace: string;
    canaryLabels: Record<string, string>;
  },
): Variables {
  return {
    canary: {
      name: identity.canaryName,
      namespace: identity.canaryNamespace,
      labels: identity.canaryLabels,
      id: identity.canaryId ?? '',
    },
    check: {
      name: result.name,
      id: identity.checkId ?? '',
      description: result.description ?? '',
      labels: result.labels,
      endpoint: result.endpoint,
    },
    duration: BigInt(result.durationMs),
    results: {},
  };
}
