import { TEAMS } from '../company/teams.ts';
import { after, DAY_MS, HOUR_MS } from '../times.ts';
import type { Catalog } from './catalog.ts';

/** Teams whose tickets are in Jira, and those whose are in Planner. */
export const JIRA_TEAMS = TEAMS.filter((_, index) => index % 2 === 0);
export const PLANNER_TEAMS = TEAMS.filter((_, index) => index % 4 === 1);

/** Key of a team's project. */
export function projectKey(team: string): string {
  return team.slice(0, 4).toUpperCase();
}

export function planId(team: string): string {
  return `plan-${team}`;
}

/** What the forms of responders offer: projects and plans, as the hourly look-up of the trackers stores them. */
export function buildResponderItems(
  catalog: Catalog,
  agent: string,
  scraper: string,
  end: Date,
  teamId: (team: string) => string,
): void {
  const base = {
    configClass: 'Responder',
    agent,
    scraper,
    tags: {},
    status: 'Active',
    health: 'healthy',
    createdAt: after(end, -300 * DAY_MS),
    updatedAt: after(end, -HOUR_MS),
  } as const;
  for (const team of JIRA_TEAMS) {
    catalog.add({
      ...base,
      type: 'jira',
      name: `${team} (Jira)`,
      externalId: [teamId(team)],
      document: () => ({
        projects: {
          [`Marlow ${team}`]: {
            key: projectKey(team),
            name: `Marlow ${team}`,
            issueTypes: ['Bug', 'Incident', 'Task', 'Story'],
            priorities: ['Highest', 'High', 'Medium', 'Low'],
            statuses: ['To Do', 'In Progress', 'In Review', 'Done'],
          },
        },
      }),
    });
  }
  for (const team of PLANNER_TEAMS) {
    catalog.add({
      ...base,
      type: 'ms_planner',
      name: `${team} (Planner)`,
      externalId: [teamId(team)],
      document: () => ({
        plans: {
          [`${team} operations`]: {
            id: planId(team),
            name: `${team} operations`,
            buckets: ['Incoming', 'In progress', 'Done'].map((name, index) => ({ id: `bucket-${team}-${index + 1}`, name })),
            priorities: ['Urgent', 'Important', 'Medium', 'Low'],
          },
        },
      }),
    });
  }
}
