import type { ConformanceCase } from './cases.ts';

interface Exclusion {
  readonly reason: string;
  readonly applies: (test: ConformanceCase) => boolean;
}

const MESSAGE = /TestAllTypes|NestedTestAllTypes|google\.protobuf|proto[23]\.|GlobalEnum|\bmsg\./;

/** Paths that begin with one of the texts, up to a slash or the rest of a name. */
const inSuite =
  (...names: readonly string[]) =>
  ({ path }: ConformanceCase): boolean =>
    names.some((name) => path.startsWith(name));

/** What the engine does not do by design, and the tests of the conformance data that need it. */
export const EXCLUSIONS: readonly Exclusion[] = [
  {
    reason: 'protobuf messages, enums and wrappers: variables are JSON-like values',
    applies: (test) =>
      test.hasMessage ||
      MESSAGE.test(test.expression) ||
      inSuite('dynamic', 'enums', 'proto2', 'proto2_ext', 'proto3', 'wrappers')(test),
  },
  { reason: 'cel.block: optimizers write it, people do not', applies: inSuite('block_ext') },
  { reason: 'comprehensions with two variables: later than the CEL version of the contract', applies: inSuite('macros2') },
  {
    reason: 'containers and variables with dotted names',
    applies: inSuite('namespace', 'fields/qualified_identifier_resolution'),
  },
  {
    reason: 'functions that a test declares without a body: unknown functions are refused when an expression is compiled',
    applies: (test) =>
      inSuite('parse/receiver_function_names')(test) || /f_unknown\(|\bfn\('abc'|\btuple\(/.test(test.expression),
  },
  {
    reason: 'results of the type checker alone',
    applies: inSuite('type_deductions/flexible_type_parameter_assignment/unconstrained_type_var_as_dyn'),
  },
  {
    reason: 'the type optional_type as a value',
    applies: inSuite('optionals/optionals/type'),
  },
  {
    reason: 'getMilliseconds() of a duration is its whole length, as in cel-go 0.20',
    applies: inSuite('timestamps/duration_converters/get_milliseconds'),
  },
  {
    reason: 'times finer than a millisecond',
    applies: inSuite(
      'timestamps/timestamp_conversions/toString_timestamp_nanos',
      'timestamps/timestamp_arithmetic/add_time_to_duration_nanos_positive',
      'timestamps/timestamp_range/add_duration_nanos_over',
    ),
  },
  {
    reason: 'line breaks become spaces before an expression is compiled (health-checks §3.1)',
    applies: ({ path }) => path.includes('_unescaped_line_feed'),
  },
  {
    reason: '%s shows the items of lists and maps as cel-go 0.20 does',
    applies: inSuite(
      'string_ext/format/list support for string',
      'string_ext/format/map support',
      'string_ext/format/dyntype support for lists',
      'string_ext/format/dyntype support for maps',
    ),
  },
  {
    reason: 'rounding functions take ints too, because whole numbers of variables may be ints or doubles',
    applies: inSuite(
      'math_ext/ceil/dyn_error',
      'math_ext/floor/dyn_error',
      'math_ext/round/dyn_error',
      'math_ext/trunc/dyn_error',
    ),
  },
];

/** Why a test of the data is not expected to pass; undefined when it is. */
export function exclusionOf(test: ConformanceCase): string | undefined {
  // A path with a slash at its end, so that a prefix names a suite or one test.
  const probe = { ...test, path: `${test.path}/` };
  return EXCLUSIONS.find(({ applies }) => applies(probe))?.reason;
}
