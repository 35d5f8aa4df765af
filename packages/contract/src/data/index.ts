export { PUBLIC_RELATIONS, type PublicRelation } from './relations.ts';
