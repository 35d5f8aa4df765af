import { PASSWORD_LEAST_CHARACTERS, PASSWORD_MOST_BYTES, type Traits, type UiText } from '@quarterdeck/contract/identity';
import { PROBLEMS } from '../flows/messages.ts';
import { isCommonPassword } from './common-passwords.ts';
import { isSimilarToTraits } from './similar-text.ts';

/**
 * What is wrong with a new password; nothing when it does. It needs no figures or marks: length counts, and that it is neither
 * what everybody tries first nor what everybody knows of its owner.
 * @param traits of the account that it is for
 */
export function checkPassword(password: string, traits: Traits): UiText[] {
  if ([...password].length < PASSWORD_LEAST_CHARACTERS) return [PROBLEMS.passwordShort(PASSWORD_LEAST_CHARACTERS)];
  if (Buffer.byteLength(password) > PASSWORD_MOST_BYTES) return [PROBLEMS.passwordLong(PASSWORD_MOST_BYTES)];
  if (isSimilarToTraits(password, traits)) return [PROBLEMS.passwordSimilar];
  if (isCommonPassword(password)) return [PROBLEMS.passwordCommon];
  return [];
}
