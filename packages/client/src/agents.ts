import type { Transport } from './transport.ts';

export interface AgentName {
  id: string;
  name: string;
  description: string | null;
}

export interface AgentClient {
  /** Names of all agents. Source: console-calls §1.4. */
  names(signal?: AbortSignal): Promise<AgentName[]>;
}

export function createAgentClient({ call }: Transport): AgentClient {
  return {
    async names(signal) {
      const query = new URLSearchParams({ select: 'id,name,description' });
      return (await call<AgentName[]>('/api/db/agents', { query, signal })).body;
    },
  };
}
