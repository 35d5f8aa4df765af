import { CLUSTERS } from '../company/places.ts';

/** Names of what fills the catalog; the scraper of a cluster is called after it. */
export const AWS_SCRAPER = 'aws-accounts';
export const GITHUB_SCRAPER = 'github-marlow';
export const FILE_SCRAPER = 'gitops-files';
export const AZURE_SCRAPER = 'azure-backoffice';

export function clusterScraper(cluster: string): string {
  return `kubernetes-${cluster}`;
}

export const SCRAPERS = [
  ...CLUSTERS.map(({ name }) => clusterScraper(name)),
  AWS_SCRAPER,
  GITHUB_SCRAPER,
  FILE_SCRAPER,
  AZURE_SCRAPER,
] as const;
