import type { Random } from '../random.ts';
import type { Person } from './people.ts';
import { TEAMS, type TeamName } from './teams.ts';

/** Who does what: questions that the other parts ask about people. */
export class Staff {
  readonly people: readonly Person[];
  readonly #byTeam: ReadonlyMap<TeamName, readonly Person[]>;

  constructor(people: readonly Person[]) {
    this.people = people;
    const active = people.filter(({ active }) => active);
    this.#byTeam = new Map(TEAMS.map((team) => [team, active.filter((person) => person.team === team)]));
  }

  /** Who set everything up. */
  get founder(): Person {
    const [founder] = this.people;
    if (founder === undefined) throw new RangeError('the company has nobody');
    return founder;
  }

  membersOf(team: TeamName): readonly Person[] {
    const members = this.#byTeam.get(team) ?? [];
    return members.length > 0 ? members : [this.founder];
  }

  memberOf(team: TeamName, random: Random): Person {
    return random.pick(this.membersOf(team));
  }
}
