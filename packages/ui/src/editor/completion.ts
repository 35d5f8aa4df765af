import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import { type YamlPosition, yamlPositionAt } from './yaml-path.ts';

/** A suggestion for a key or a value. */
export interface EditorCompletion {
  label: string;
  /** Right of the label: type, default. */
  detail?: string;
  /** Longer text beside the list. */
  info?: string;
  /** What is inserted. Default: the label, and for keys a colon and a space. */
  insert?: string;
}

/** Answers suggestions for the place of the cursor, unfiltered. */
export type CompletionProvider = (position: YamlPosition) => readonly EditorCompletion[];

/** Connects a provider to the editor. Suggestions open while typing a word and after a colon and a space. */
export function completionSource(provide: CompletionProvider) {
  return (context: CompletionContext): CompletionResult | null => {
    const before = context.state.sliceDoc(0, context.pos);
    const position = yamlPositionAt(before);
    if (!context.explicit && position.prefix === '' && position.kind === 'key') return null;
    const options = provide(position).map(
      ({ label, detail, info, insert }): Completion => ({
        label,
        detail,
        info,
        apply: insert ?? (position.kind === 'key' ? `${label}: ` : label),
        type: position.kind === 'key' ? 'property' : 'constant',
      }),
    );
    if (options.length === 0) return null;
    return { from: context.pos - position.prefix.length, options, validFor: /^[\w.$/-]*$/ };
  };
}
