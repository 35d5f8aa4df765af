import type { AddressFlowTexts } from '../codes/address-flow.ts';
import { LABELS, NO_METHOD, PROBLEMS, RECOVERY } from '../flows/messages.ts';

export const RECOVERY_TEXTS: AddressFlowTexts = {
  codeLabel: LABELS.recoveryCode,
  codeSent: RECOVERY.codeSent,
  linkSent: RECOVERY.linkSent,
  codeWrong: PROBLEMS.recoveryCodeWrong,
  tokenInvalid: PROBLEMS.recoveryTokenInvalid,
  done: PROBLEMS.recoveryDone,
  failed: PROBLEMS.recoveryFailed,
  noMethod: NO_METHOD.recovery,
};
