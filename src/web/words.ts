// The words of the panel. One place, so that a second language changes one line.

import { en, type Messages } from '../core/messages/en.ts';

/** The sentences in the person's language. */
export const words: Messages = en;
