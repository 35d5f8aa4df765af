// Writes src/icons/generated/tech-sprite.svg from lucide (ISC) and a folder of simple-icons SVG files (CC0):
//   node packages/ui/scripts/build-tech-sprite.mjs <folder with kubernetes.svg, …>
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = process.argv[2];
if (!folder) throw new Error('usage: build-tech-sprite.mjs <simple-icons folder>');

/** symbol id → simple-icons file */
const marks = {
  kubernetes: 'kubernetes',
  postgres: 'postgresql',
  redis: 'redis',
  mariadb: 'mariadb',
  mongo: 'mongodb',
  elasticsearch: 'elasticsearch',
  opensearch: 'opensearch',
  kafka: 'apachekafka',
  prometheus: 'prometheus',
  grafana: 'grafana',
  gcp: 'googlecloud',
  github: 'github',
  gitlab: 'gitlab',
  slack: 'slack',
  discord: 'discord',
  docker: 'docker',
  nginx: 'nginx',
  helm: 'helm',
  flux: 'flux',
  terraform: 'terraform',
  rabbitmq: 'rabbitmq',
  sqlite: 'sqlite',
  telegram: 'telegram',
  jira: 'jira',
};
/** symbol id → lucide file */
const drawings = {
  http: 'globe',
  tcp: 'cable',
  dns: 'signpost',
  icmp: 'radar',
  exec: 'square-terminal',
  folder: 'folder',
  file: 'file',
  sql: 'database',
  mail: 'mail',
  key: 'key-round',
  lock: 'lock',
  webhook: 'webhook',
  archive: 'archive',
  server: 'server',
  drive: 'hard-drive',
  git: 'git-branch',
  chat: 'message-square',
  bell: 'bell',
  send: 'send',
  users: 'users',
  alert: 'siren',
  timer: 'timer',
  box: 'box',
  cloud: 'cloud',
  chart: 'chart-line',
  code: 'code',
  activity: 'activity',
  logs: 'scroll-text',
  hash: 'hash',
  zap: 'zap',
  generic: 'circle-dot',
};

const symbols = [];
for (const [id, file] of Object.entries(marks)) {
  const svg = readFileSync(join(folder, `${file}.svg`), 'utf8');
  const paths = svg.match(/<path[^>]*\/>/g)?.join('');
  if (!paths) throw new Error(`${file}: no path`);
  symbols.push(`<symbol id="${id}" viewBox="0 0 24 24" fill="currentColor">${paths}</symbol>`);
}
for (const [id, file] of Object.entries(drawings)) {
  const { __iconData: drawing } = await import(`lucide-react/icons/${file}`);
  const body = drawing.node
    .map(
      ([tag, { key, ...attributes }]) =>
        `<${tag} ${Object.entries(attributes)
          .map(([name, value]) => `${name}="${value}"`)
          .join(' ')}/>`,
    )
    .join('');
  symbols.push(
    `<symbol id="${id}" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round">${body}</symbol>`,
  );
}
const head = '<!-- Technology marks: simple-icons (CC0 1.0) and lucide (ISC). Written by scripts/build-tech-sprite.mjs. -->';
writeFileSync(
  new URL('../src/icons/generated/tech-sprite.svg', import.meta.url),
  `<svg xmlns="http://www.w3.org/2000/svg">\n${head}\n${symbols.join('\n')}\n</svg>\n`,
);
