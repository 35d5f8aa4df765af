/** Version of the console, as shown to people. Source: spec 1 §1. */
export const FRONTEND_VERSION = '1.0.813';
