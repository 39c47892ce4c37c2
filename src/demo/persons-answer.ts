// What a step of a script means for the dialog on top: the person in the terminal answers it. Pure.

import type { Outcome } from './screen/face.ts';
import type { Step } from './steps.ts';

/** What the person did; `null`: nothing, the dialog only goes. */
export function personsAnswer(step: Step): Outcome | null {
  switch (step.do) {
    case 'answer': {
      const effect = step.yes ? 'yes' : step.text === undefined ? 'no' : 'no-with-text';
      return { effect, label: step.yes ? 'Yes' : 'No', text: step.text ?? null };
    }
    case 'settle':
      return step.outcome;
    case 'swap':
      return { effect: 'yes', label: 'Yes', text: null };
    case 'interrupt':
      return { effect: 'cancel', label: '', text: null };
    case 'trust':
      return { effect: 'chosen', label: 'Yes, I trust this folder', text: null };
    case 'close-dialog':
      return { effect: 'cancel', label: '', text: null };
    default:
      return null;
  }
}
