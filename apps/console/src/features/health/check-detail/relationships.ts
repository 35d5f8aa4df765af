import type { CheckDetail } from '@quarterdeck/contract/health';

export interface Relationship {
  readonly name: string;
  readonly type: 'Component' | 'Config';
  readonly icon: string;
  readonly href: string;
}

/** The check's relations as the tab lists them: components first. Relations to something deleted have no row. */
export function relationshipsOf(check: Pick<CheckDetail, 'components' | 'configs'>): Relationship[] {
  const components = check.components.flatMap(({ components: component }): Relationship[] =>
    component === null
      ? []
      : [{ name: component.name, type: 'Component', icon: component.icon ?? 'component', href: `/topology/${component.id}` }],
  );
  const configs = check.configs.flatMap(({ configs: config }): Relationship[] =>
    config === null ? [] : [{ name: config.name, type: 'Config', icon: config.type, href: `/catalog/${config.id}` }],
  );
  return [...components, ...configs];
}
