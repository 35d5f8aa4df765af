import { isAllowed, LIVE_RESULTS_ACCESS, LIVE_TOPIC_ACCESS, type Resource } from '@quarterdeck/contract/access';
import type { LiveTopic } from '@quarterdeck/contract/platform';
import type { LiveEvent } from '../../../app/event-log-store.ts';
import type { Caller } from '../../../http/caller.ts';

/** What a tab asks the live stream for. */
export interface LiveWish {
  readonly topics: ReadonlySet<LiveTopic>;
  readonly results: boolean;
}

/** Of what somebody asks for that which the person may hear. */
export function liveRights(caller: Caller, wish: LiveWish): LiveWish {
  const mayRead = (resource: Resource) => !caller.isAgent && isAllowed(caller.role, { resource, right: 'read' });
  const topics = [...wish.topics].filter((topic) => {
    const access = LIVE_TOPIC_ACCESS[topic];
    return access === 'own' ? !caller.isAgent : mayRead(access);
  });
  return { topics: new Set(topics), results: wish.results && mayRead(LIVE_RESULTS_ACCESS) };
}

/** Whether an event says that what a person may do has changed. */
export function isAccessChangeOf({ topic, payload }: Pick<LiveEvent, 'topic' | 'payload'>, personId: string): boolean {
  return topic === 'access' && payload.person_id === personId;
}

export function isLiveTopic(name: string): name is LiveTopic {
  return Object.hasOwn(LIVE_TOPIC_ACCESS, name);
}

/** Whether an event of the log goes to somebody with these rights. */
export function isHeard(event: Pick<LiveEvent, 'topic' | 'payload'>, rights: LiveWish, personId: string): boolean {
  if (!isLiveTopic(event.topic) || !rights.topics.has(event.topic)) return false;
  return LIVE_TOPIC_ACCESS[event.topic] !== 'own' || isAccessChangeOf(event, personId);
}
