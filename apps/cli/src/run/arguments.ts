import { parseArgs } from 'node:util';

/** What `quarterdeck run` was asked to do. */
export interface RunArguments {
  files: string[];
  format: 'text' | 'json' | 'csv';
  help: boolean;
  junitFile?: string;
  dataFile?: string;
  outputFile?: string;
  namespace?: string;
  prometheusUrl?: string;
}

/** The command line cannot be understood. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

export const RUN_USAGE = `Usage: quarterdeck run FILE… [options]

Runs the checks of canary files once, without a server. FILE may be - for standard input.

  -j, --json             print the results as JSON
      --csv              print the results as CSV
      --junit FILE       write a JUnit report to FILE
  -o, --output FILE      write the printed results to FILE instead
  -d, --data FILE        run the canary files as Go templates with this YAML or JSON data
  -n, --namespace NAME   put every canary into this namespace
      --prometheus URL   where Prometheus checks without a url send their queries
  -h, --help             show this text

Secrets and config maps are taken from the environment (QUARTERDECK_SECRET_<NAME>_<KEY>,
QUARTERDECK_CONFIGMAP_<NAME>_<KEY>) and from the folder QUARTERDECK_VALUES_DIR
(<kind>/<namespace>/<name>/<key>).

Exit code: 0 all healthy, 1 some unhealthy, 2 unusable input.
`;

/** Reads the arguments after `run`; throws UsageError. */
export function parseRunArguments(argv: readonly string[]): RunArguments {
  let parsed: ReturnType<typeof parse>;
  try {
    parsed = parse(argv);
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
  const { values, positionals } = parsed;
  const help = values.help ?? false;
  if (positionals.length === 0 && !help) throw new UsageError('no file given');
  if (values.json && values.csv) throw new UsageError('the results are printed as JSON or as CSV, not as both');
  return {
    files: positionals,
    format: values.json ? 'json' : values.csv ? 'csv' : 'text',
    help,
    ...(values.junit === undefined ? {} : { junitFile: values.junit }),
    ...(values.data === undefined ? {} : { dataFile: values.data }),
    ...(values.output === undefined ? {} : { outputFile: values.output }),
    ...(values.namespace === undefined ? {} : { namespace: values.namespace }),
    ...(values.prometheus === undefined ? {} : { prometheusUrl: values.prometheus }),
  };
}

function parse(argv: readonly string[]) {
  return parseArgs({
    args: [...argv],
    allowPositionals: true,
    options: {
      json: { type: 'boolean', short: 'j' },
      csv: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
      junit: { type: 'string' },
      data: { type: 'string', short: 'd' },
      output: { type: 'string', short: 'o' },
      namespace: { type: 'string', short: 'n' },
      prometheus: { type: 'string' },
    },
  });
}
