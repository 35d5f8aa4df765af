export { accessPage } from './access-page.ts';
export { routesOfModes } from './routes-of-modes.ts';
