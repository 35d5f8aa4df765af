export { PUBLIC_FUNCTIONS, PUBLIC_RELATIONS, type PublicRelation } from './relations.ts';
