/** Shown under a required field that was left empty. Source: spec 1 §5. */
export const REQUIRED_TEXT = 'This field is required';

/** Shown under a number field that holds something else. Source: spec 2 §5. */
export const NUMBER_TEXT = 'This field must be a number';
