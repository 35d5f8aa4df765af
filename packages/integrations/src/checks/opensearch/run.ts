import { defineProbe } from '../probe.ts';
import { runSearch } from '../search/run-search.ts';
import { opensearchKind } from './spec.ts';

export const probe = defineProbe(opensearchKind, {
  async run(spec, context) {
    const { hits, failures } = await runSearch(spec, 'opensearch', context);
    const results = { hits: { total: { value: hits } } };
    return failures.length > 0 ? { failures } : { isEmpty: hits === 0, data: { results }, detail: results };
  },
});
