import { defineProbe } from '../probe.ts';
import { runSearch } from '../search/run-search.ts';
import { elasticsearchKind } from './spec.ts';

export const probe = defineProbe(elasticsearchKind, {
  async run(spec, context) {
    const { reply, hits, failures } = await runSearch(spec, 'elasticsearch', context);
    return failures.length > 0 ? { failures } : { isEmpty: hits === 0, data: { results: reply }, detail: reply };
  },
});
