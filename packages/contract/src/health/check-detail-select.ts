/** Row-API query of the check panel, character for character as the existing console sends it. */
export const CHECK_DETAIL_SELECT =
  '*,canaries!checks_canary_id_fkey(id,name,source),agents!checks_agent_id_fkey(id, name),components:check_component_relationships(components(id,name,icon)),configs:check_config_relationships(configs(id,name,type))';
