/** What the rows of the row API are made of. */
import { z } from 'zod';
import { SOURCES } from '../enums.ts';

/** Ids are shaped like UUIDs but have no version. Source: data-model §11. */
export const uuid = z.guid();
export const text = z.string();
/** ISO 8601 with a zone, as PostgreSQL writes it into JSON. */
export const timestamp = z.iso.datetime({ offset: true });
export const integer = z.number().int();
export const amount = z.number();
export const flag = z.boolean();
export const source = z.enum(SOURCES);
/** Flat map of texts. */
export const labels = z.record(z.string(), z.string());
/** A JSON object whose shape belongs to its writer. */
export const document = z.record(z.string(), z.unknown());

/** A text that is usually one of the words; others may come. */
export function openWord<const Words extends readonly string[]>(_words: Words) {
  return z.custom<Words[number] | (string & {})>((value) => typeof value === 'string');
}

/** What `created_by(id,name,avatar)` and its like embed. */
export const PersonRefSchema = z.object({ id: uuid, name: text, avatar: text.nullable() });
export type PersonRef = z.infer<typeof PersonRefSchema>;
export const personRef = PersonRefSchema;

export const AgentRefSchema = z.object({ id: uuid, name: text });
export type AgentRef = z.infer<typeof AgentRefSchema>;
export const agentRef = AgentRefSchema;

export const TeamRefSchema = z.object({ id: uuid, name: text, icon: text.nullable() });
export type TeamRef = z.infer<typeof TeamRefSchema>;

/** A property of a component or of a configuration item. Source: data-model §1. */
export const resourceProperty = z.looseObject({
  label: text.optional(),
  name: text.optional(),
  tooltip: text.optional(),
  icon: text.optional(),
  type: text.optional(),
  color: text.optional(),
  order: amount.optional(),
  headline: flag.optional(),
  text: text.optional(),
  value: amount.optional(),
  unit: text.optional(),
  max: amount.nullish(),
  min: amount.nullish(),
  status: text.optional(),
  lastTransition: text.optional(),
  links: z
    .array(z.looseObject({ type: text.optional(), url: text.optional(), text: text.optional(), label: text.optional() }))
    .nullish(),
});

/** What a job says of its run: its errors and what it did. */
export const jobDetails = z.looseObject({
  errors: z.unknown().optional(),
  summary: z.unknown().optional(),
  scrape_summary: z.unknown().optional(),
});
