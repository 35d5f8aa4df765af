import type { FieldDescription } from '../checks/model.ts';
import { awsConnectionFields } from './aws-connection.ts';

/** Form fields of kinds that have the connection to AWS beside their own fields. */
export const awsCheckFields: readonly FieldDescription[] = awsConnectionFields.map((field) => ({ ...field, group: 'Target' }));
