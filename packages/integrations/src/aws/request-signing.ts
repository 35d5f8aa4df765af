import { z } from 'zod';
import { awsConnectionShape } from './aws-connection.ts';

/** Who signs requests to AWS, with Signature Version 4. Source: health-checks §2.2. */
export const awsSigningSchema = z.object({ ...awsConnectionShape, service: z.string().optional() });

export type AwsSigning = z.infer<typeof awsSigningSchema>;
