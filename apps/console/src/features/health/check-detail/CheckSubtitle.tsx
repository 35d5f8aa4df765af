import { LOCAL_AGENT_ID } from '@quarterdeck/contract';
import type { CheckDetail } from '@quarterdeck/contract/health';
import { typeTitle } from './type-title.ts';

/** Kind, canary, namespace and agent of the check in one line. */
export function CheckSubtitle({ check }: { check: CheckDetail }) {
  const parts = [typeTitle(check.type), check.canaries?.name, check.namespace];
  if (check.agents !== null && check.agent_id !== LOCAL_AGENT_ID) parts.push(`agent ${check.agents.name}`);
  const text = parts.filter((part) => part !== undefined && part !== null && part !== '').join(' · ');
  return <span title={text}>{text}</span>;
}
