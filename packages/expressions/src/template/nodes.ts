/** Syntax tree of a Go template; `at` is the offset in the template's text. */
export type TemplateNode =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'action'; readonly pipe: Pipe }
  | { readonly kind: 'if' | 'with'; readonly pipe: Pipe; readonly body: Body; readonly otherwise: Body | undefined }
  | { readonly kind: 'range'; readonly pipe: Pipe; readonly body: Body; readonly otherwise: Body | undefined }
  | { readonly kind: 'template'; readonly name: string; readonly pipe: Pipe | undefined; readonly at: number }
  | { readonly kind: 'break' | 'continue' };

export type Body = readonly TemplateNode[];

export interface Pipe {
  /** Variables that the pipe declares or assigns, with their `$`. */
  readonly variables: readonly string[];
  readonly isAssignment: boolean;
  readonly commands: readonly Command[];
  readonly at: number;
}

export interface Command {
  readonly operands: readonly Operand[];
  readonly at: number;
}

export type Operand =
  | { readonly kind: 'dot'; readonly at: number }
  | { readonly kind: 'nil'; readonly at: number }
  | { readonly kind: 'literal'; readonly value: string | number | bigint | boolean; readonly at: number }
  | { readonly kind: 'field'; readonly fields: readonly string[]; readonly at: number }
  | { readonly kind: 'variable'; readonly name: string; readonly fields: readonly string[]; readonly at: number }
  | { readonly kind: 'identifier'; readonly name: string; readonly at: number }
  | { readonly kind: 'chain'; readonly base: Operand; readonly fields: readonly string[]; readonly at: number }
  | { readonly kind: 'pipe'; readonly pipe: Pipe; readonly at: number };

/** A function's name in a template. */
export interface NamedCall {
  readonly name: string;
  readonly at: number;
}

export interface ParsedTemplate {
  readonly text: string;
  /** All functions that the template names. */
  readonly calls: readonly NamedCall[];
  readonly body: Body;
  /** Templates by name, from define and block. */
  readonly definitions: ReadonlyMap<string, Body>;
}
