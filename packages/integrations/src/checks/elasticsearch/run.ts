import { defineProbe } from '../probe.ts';
import { runSearch } from '../search/run-search.ts';
import { elasticsearchKind } from './spec.ts';

export const probe = defineProbe(elasticsearchKind, {
  async run(spec, context) {
    const { reply, failures } = await runSearch(spec, 'elasticsearch', context);
    return failures.length > 0 ? { failures } : { data: { results: reply }, detail: reply };
  },
});
