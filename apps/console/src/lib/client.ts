import { createClient } from '@quarterdeck/client';

/** The one client of the console; every call goes to the page's own origin. */
export const client = createClient();
