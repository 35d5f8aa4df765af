/** How far a hosted provider got in this tab. */
export const hostedState = {
  /** The provider said who is signed in, and calls carry its token. */
  isReady: false,
};
