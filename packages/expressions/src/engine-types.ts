import type { ExternalFunctions } from './external-functions.ts';
import type { StructurePath } from './render-structure.ts';

/**
 * Variables of an expression. Value model: JS number = Go float64, bigint = Go int, string, boolean, null, Uint8Array = bytes,
 * Date = timestamp, Duration, arrays, plain objects or Maps.
 */
export type Variables = Readonly<Record<string, unknown>>;

/** A template object of a spec (health-checks §3.1): javascript wins, then template, then expr; jsonPath gives an empty text. */
export interface Template {
  /** CEL */
  expr?: string | undefined;
  /** Go template */
  template?: string | undefined;
  javascript?: string | undefined;
  jsonPath?: string | undefined;
}

export interface EvaluateOptions {
  /** Time limit of one evaluation in milliseconds; default 1,000. */
  timeoutMs?: number | undefined;
  /**
   * Functions that only the caller can provide, such as `last_result`: a call in CEL (`last_result()`, dotted names such as
   * `catalog.traverse` too), a bare word in Go templates, a global function in JavaScript. Each call with the same arguments
   * happens once per evaluation.
   */
  functions?: ExternalFunctions | undefined;
}

export interface RenderTextOptions extends EvaluateOptions {
  /** Pairs of left and right delimiters; default `{{ }}` and `$( )`. */
  delimiters?: readonly (readonly [string, string])[] | undefined;
}

export interface RenderStructureOptions extends RenderTextOptions {
  /** Whether the value at a path, and everything below it, stays as it is. Default: nothing does. */
  isSkipped?: ((path: StructurePath) => boolean) | undefined;
  /** Whether keys of maps are rendered as well; default false. */
  includesKeys?: boolean | undefined;
}

export interface ExpressionEngine {
  /** Text output of a template object; '' when the template is empty. Rejects with ExpressionError. */
  render(template: Template, variables: Variables, options?: EvaluateOptions): Promise<string>;
  /** Raw value of a CEL expression. Rejects with ExpressionError. */
  evaluate(expr: string, variables: Variables, options?: EvaluateOptions): Promise<unknown>;
  /**
   * Go template over a text with one or several delimiter pairs, where variables are also callable without the leading dot.
   * Unlike `render`, white space around the output stays.
   */
  renderText(text: string, variables: Variables, options?: RenderTextOptions): Promise<string>;
  /**
   * A copy of a whole specification (plain data) with `renderText` applied to every text in it. Rejects with an ExpressionError
   * whose `path` names the place, such as `http[0].url`.
   */
  renderStructure(structure: unknown, variables: Variables, options?: RenderStructureOptions): Promise<unknown>;
  /** Stops the workers; running evaluations reject. */
  close(): Promise<void>;
}
