export { SECRET_URLS } from './secret-urls.ts';
