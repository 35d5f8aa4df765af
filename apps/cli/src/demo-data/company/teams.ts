export const TEAMS = [
  'checkout',
  'data-platform',
  'fulfilment',
  'identity',
  'payments',
  'platform',
  'search',
  'storefront',
] as const;

export type TeamName = (typeof TEAMS)[number];

export type WorkloadKind = 'api' | 'worker' | 'frontend' | 'store' | 'job';

export interface Service {
  readonly name: string;
  readonly kind: WorkloadKind;
  readonly language: 'go' | 'jvm' | 'node' | 'python' | 'c++';
  readonly purpose: string;
}

const service = (name: string, kind: WorkloadKind, language: Service['language'], purpose: string): Service => ({
  name,
  kind,
  language,
  purpose,
});

/** Services of each team; a canary watches one service in one cluster. */
export const SERVICES: Readonly<Record<TeamName, readonly Service[]>> = {
  checkout: [
    service('cart-api', 'api', 'go', 'Baskets of shoppers'),
    service('checkout-api', 'api', 'jvm', 'Turns a basket into an order'),
    service('coupon-service', 'api', 'node', 'Vouchers and promotions'),
    service('order-writer', 'worker', 'jvm', 'Stores orders from the order queue'),
    service('tax-lookup', 'api', 'go', 'Sales tax by address'),
  ],
  'data-platform': [
    service('airflow', 'job', 'python', 'Schedules data pipelines'),
    service('clickhouse', 'store', 'c++', 'Analytics store'),
    service('event-collector', 'api', 'go', 'Takes in click and order events'),
    service('kafka', 'store', 'jvm', 'Event backbone'),
    service('warehouse-loader', 'worker', 'python', 'Loads events into the warehouse'),
  ],
  fulfilment: [
    service('carrier-rates', 'api', 'go', 'Prices of parcel carriers'),
    service('label-printer', 'worker', 'node', 'Prints shipping labels'),
    service('pick-list', 'api', 'jvm', 'What to pick, shelf by shelf'),
    service('returns-portal', 'frontend', 'node', 'Returns by customers'),
    service('wms-api', 'api', 'jvm', 'Warehouse management'),
  ],
  identity: [
    service('keycloak', 'store', 'jvm', 'Sign-in of customers and staff'),
    service('ldap-bridge', 'worker', 'go', 'Syncs staff from the directory'),
    service('session-store', 'store', 'c++', 'Sessions of shoppers'),
    service('token-api', 'api', 'go', 'Issues and checks tokens'),
    service('user-directory', 'api', 'jvm', 'Profiles of customers'),
  ],
  payments: [
    service('authorize', 'api', 'jvm', 'Authorizes card payments'),
    service('capture', 'worker', 'jvm', 'Captures authorized payments'),
    service('ledger', 'store', 'jvm', 'Double-entry ledger'),
    service('payouts', 'job', 'jvm', 'Pays out marketplace sellers'),
    service('refund-api', 'api', 'go', 'Refunds'),
  ],
  platform: [
    service('artifact-store', 'store', 'go', 'Images and packages'),
    service('ci-runner', 'worker', 'go', 'Runs builds'),
    service('dns', 'store', 'go', 'Names inside the clusters'),
    service('ingress', 'frontend', 'c++', 'Traffic into the clusters'),
    service('vault', 'store', 'go', 'Secrets'),
  ],
  search: [
    service('index-writer', 'worker', 'jvm', 'Keeps the search index fresh'),
    service('query-api', 'api', 'jvm', 'Answers searches'),
    service('ranker', 'api', 'python', 'Orders results by relevance'),
    service('spell-check', 'api', 'go', 'Did you mean'),
    service('suggest', 'api', 'go', 'Suggestions while typing'),
  ],
  storefront: [
    service('cdn-edge', 'frontend', 'c++', 'Edge cache'),
    service('image-resizer', 'worker', 'go', 'Product pictures in every size'),
    service('price-api', 'api', 'go', 'Prices by market'),
    service('product-page', 'frontend', 'node', 'Product pages'),
    service('web-frontend', 'frontend', 'node', 'The shop'),
  ],
};

/** What the team is responsible for, and its colour in charts and icons. */
export const TEAM_ICONS: Readonly<Record<TeamName, string>> = {
  checkout: 'cart',
  'data-platform': 'database',
  fulfilment: 'truck',
  identity: 'shield-user',
  payments: 'credit-card',
  platform: 'server',
  search: 'search',
  storefront: 'store',
};
