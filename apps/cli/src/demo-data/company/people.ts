import { demoId } from '../demo-id.ts';
import type { Random } from '../random.ts';
import { after, DAY_MS } from '../times.ts';
import { MAIL_DOMAIN } from './places.ts';
import { TEAMS, type TeamName } from './teams.ts';

export interface Person {
  readonly n: number;
  readonly id: string;
  readonly first: string;
  readonly last: string;
  readonly email: string;
  readonly title: string;
  readonly role: 'admin' | 'editor' | 'commander' | 'responder' | 'viewer';
  readonly team: TeamName;
  readonly createdAt: Date;
  readonly active: boolean;
}

const FIRST = [
  'Ada',
  'Amara',
  'Anton',
  'Beatriz',
  'Bjorn',
  'Carmen',
  'Chidi',
  'Clara',
  'Dario',
  'Elif',
  'Emeka',
  'Esther',
  'Farid',
  'Freya',
  'Giulia',
  'Hana',
  'Henrik',
  'Imani',
  'Ines',
  'Jakub',
  'Jonas',
  'Kamila',
  'Kenji',
  'Lena',
  'Liam',
  'Lucia',
  'Mahmoud',
  'Marek',
  'Mei',
  'Milan',
  'Nadia',
  'Noah',
  'Olga',
  'Oscar',
  'Priya',
  'Rafael',
  'Rosa',
  'Samir',
  'Signe',
  'Tariq',
  'Teresa',
  'Tomas',
  'Uma',
  'Viktor',
  'Wanda',
  'Yara',
  'Yusuf',
  'Zofia',
] as const;
const LAST = [
  'Abara',
  'Bakker',
  'Becker',
  'Castro',
  'Dahl',
  'Duarte',
  'Eriksen',
  'Fischer',
  'Garcia',
  'Haddad',
  'Hoffmann',
  'Ivanov',
  'Jensen',
  'Kaya',
  'Keller',
  'Kowalski',
  'Larsen',
  'Lindqvist',
  'Maier',
  'Mensah',
  'Moreau',
  'Nakamura',
  'Novak',
  'Okafor',
  'Olsen',
  'Patel',
  'Petrov',
  'Quinn',
  'Reyes',
  'Rossi',
  'Sato',
  'Schmidt',
  'Silva',
  'Soares',
  'Tanaka',
  'Vogel',
  'Walsh',
  'Weber',
  'Yilmaz',
  'Zhang',
] as const;
const TITLES = [
  'Software engineer',
  'Senior engineer',
  'Site reliability engineer',
  'Team lead',
  'Product manager',
  'Support engineer',
] as const;

/** Everybody at the company. The first three are in the platform team and keep things running; person n belongs to team n. */
export function hirePeople(count: number, end: Date, random: Random): Person[] {
  const taken = new Set<string>();
  return Array.from({ length: count }, (_, n) => {
    const own = random.part(n);
    let first: string;
    let last: string;
    do {
      first = own.pick(FIRST);
      last = own.pick(LAST);
    } while (taken.has(`${first} ${last}`));
    taken.add(`${first} ${last}`);
    const createdAt = after(end, -own.whole(60, 900) * DAY_MS);
    return {
      n,
      id: demoId('person', n, createdAt),
      first,
      last,
      email: `${first}.${last}@${MAIL_DOMAIN}`.toLowerCase(),
      title: n < 3 ? 'Site reliability engineer' : own.pick(TITLES),
      role:
        n === 0
          ? 'admin'
          : own.weighted([
              ['admin', 1],
              ['editor', 6],
              ['commander', 3],
              ['responder', 6],
              ['viewer', 8],
            ] as const),
      team: n < 3 ? 'platform' : (TEAMS[n % TEAMS.length] ?? TEAMS[0]),
      createdAt,
      active: n < 16 || !own.chance(0.06),
    };
  });
}
