/** Go Live is not in the form that says what is missing. */
export const BROADCAST_FORM_ID = 'broadcast-details';
