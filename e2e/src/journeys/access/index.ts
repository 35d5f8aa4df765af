import type { Journey } from '../../journey.ts';
import { accessAccessibilityJourneys } from './access-accessibility.ts';
import { hostedJourneys } from './hosted.ts';
import { peopleJourneys } from './people.ts';
import { permissionJourneys } from './permissions.ts';
import { shellJourneys } from './shell.ts';

/** Who may see and do what, and the screens of those who say so. */
export const accessJourneys: readonly Journey[] = [
  ...permissionJourneys,
  ...shellJourneys,
  ...peopleJourneys,
  ...hostedJourneys,
  ...accessAccessibilityJourneys,
];
