export { parseDateMath } from './date-math.ts';
