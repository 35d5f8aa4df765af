/** The agent id of everything that belongs to this server itself. Source: data-model §0.5. */
export const LOCAL_AGENT_ID = '00000000-0000-0000-0000-000000000000';
