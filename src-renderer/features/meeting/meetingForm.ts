/** The banner's button submits the form of the details. */
export const MEETING_FORM_ID = 'meeting-details-form';
